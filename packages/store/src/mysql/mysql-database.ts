import { DomainError } from "@quarry/plugin/domain";
import { Effect, Layer, Redacted, type Scope } from "effect";
import type { CompiledQuery, Kysely } from "kysely";
import { Database, type DatabaseService } from "../database.ts";
import { fieldValueQueries } from "../field-values/field-value-queries.ts";
import { type PlaceholderOf, prepareQuery } from "../prepared-query.ts";
import { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { DatabaseTime } from "./database-time.ts";
import { describeMysqlAddress, type MysqlAddress, parseMysqlAddress } from "./mysql-address.ts";
import { fromMysql } from "./mysql-errors.ts";
import { migrateMysql } from "./mysql-migrate.ts";
import { MysqlPool, type MysqlPoolOptions } from "./mysql-pool.ts";
import { makeRun, makeTransaction, queryPromise } from "./mysql-transaction.ts";

export interface MysqlOptions {
  /** `mysql://user:password@host:3306/database`, with `?ssl=true` or `?ssl_ca=/path/to/ca.pem` for TLS. */
  readonly url: Redacted.Redacted;
  /** Maximum connections for statements, half for reads and half for writes. Default {@link DEFAULT_POOL_SIZE}. */
  readonly poolSize?: number;
  /** Default {@link DEFAULT_CONNECT_TIMEOUT_MS}. */
  readonly connectTimeoutMs?: number;
  /**
   * Timeout of a statement, and of the wait for a connection, which then fails as `unavailable`. Default {@link
   * DEFAULT_STATEMENT_TIMEOUT_MS}.
   */
  readonly statementTimeoutMs?: number;
}

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any statement, including the wait for a row lock (5 s), and shorter than the patience of clients. */
const DEFAULT_STATEMENT_TIMEOUT_MS = 15_000;
const PING_TIMEOUT_MS = 2_000;

/**
 * Opens MySQL 8.0.17 or newer, or MariaDB 10.11 or newer, shared by any number of processes. Connects, migrates, and
 * closes its connections with the scope. While the server is unavailable, everything fails as `unavailable`; it works
 * again afterwards.
 */
export const mysqlDatabaseLayer = (options: MysqlOptions): Layer.Layer<Database, StoreError> =>
  Layer.effect(Database, openMysqlDatabase(options));

/**
 * Reads have their own connections, so that the body of a transaction can read: otherwise bodies that occupy all
 * connections would deadlock. Pings have their own too: they show whether the database responds, not how busy this
 * process is.
 */
const openMysqlDatabase = (options: MysqlOptions): Effect.Effect<DatabaseService, StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const address = yield* Effect.try({
      try: () => parseMysqlAddress(Redacted.value(options.url)),
      catch: fromMysql,
    });
    const connectTimeoutMs = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
    yield* Effect.tryPromise({
      try: () => migrateMysql(address, connectTimeoutMs),
      catch: (cause) => openError(address, cause),
    });
    const size = options.poolSize ?? DEFAULT_POOL_SIZE;
    const statementTimeoutMs = options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS;
    const limits = { connectTimeoutMs, statementTimeoutMs, acquireTimeoutMs: statementTimeoutMs };
    const reading = yield* openPool(address, { ...limits, size: Math.max(1, Math.floor(size / 2)) });
    const writing = yield* openPool(address, { ...limits, size: Math.max(1, Math.ceil(size / 2)) });
    const pinging = yield* openPool(address, PING_LIMITS);
    const time = new DatabaseTime(reading);
    return {
      dialect: "mysql",
      run: makeRun(writing),
      read: (query) => queryPromise(() => query(reading.kysely)),
      // The server does the reading, and the remaining work is done here in time slices.
      queryFieldValues: (collectionId, name, request) =>
        Effect.uninterruptible(
          Effect.tryPromise({
            try: () =>
              (fieldValueQueries(reading.kysely, collectionId)[name] as (requested: unknown) => Promise<never>)(
                request,
              ),
            catch: (error) => (error instanceof DomainError ? error : fromMysql(error)),
          }),
        ),
      prepareRead: <Row>(
        build: (kysely: Kysely<Tables>, placeholder: PlaceholderOf) => { readonly compile: () => CompiledQuery<Row> },
      ) => preparedRead<Row>(reading, build),
      version: () => undefined,
      transaction: makeTransaction(writing),
      currentTimeMillis: time.currentTimeMillis,
      ping: queryPromise(() => withinPingTimeout(pinging.query("select 1 from meta limit 1"))),
    };
  });

const PING_LIMITS: MysqlPoolOptions = {
  size: 1,
  connectTimeoutMs: PING_TIMEOUT_MS,
  acquireTimeoutMs: PING_TIMEOUT_MS,
  statementTimeoutMs: PING_TIMEOUT_MS,
};

const openPool = (address: MysqlAddress, options: MysqlPoolOptions): Effect.Effect<MysqlPool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new MysqlPool(address, options)),
    (pool) => Effect.promise(() => pool.close()),
  );

const preparedRead = <Row>(
  pool: MysqlPool,
  build: Parameters<typeof prepareQuery>[1],
): ((...parameters: readonly unknown[]) => Effect.Effect<readonly Row[], StoreError>) => {
  const query = prepareQuery(pool.kysely, build);
  return (...parameters) => queryPromise(() => pool.query<Row>(query.sql, query.bind(parameters)));
};

/** Limits the total time. Each step also has its own timeout. */
const withinPingTimeout = async (ping: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `the database did not answer a ping within ${PING_TIMEOUT_MS} ms`;
    timer = setTimeout(() => reject(new StoreError({ reason: "unavailable", message })), PING_TIMEOUT_MS);
  });
  try {
    await Promise.race([ping, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

const openError = (address: MysqlAddress, cause: unknown): StoreError => {
  const error = fromMysql(isMigrationError(cause) ? cause.cause : cause);
  const message = isMigrationError(cause) ? cause.message : error.message;
  return new StoreError({
    reason: error.reason,
    message: `can't open the database ${describeMysqlAddress(address)}: ${message}`,
    ...(error.cause !== undefined && { cause: error.cause }),
  });
};

/** Whether the error names a migration and has the database's error as its cause. */
const isMigrationError = (cause: unknown): cause is Error & { readonly cause: StoreError } =>
  cause instanceof Error && !(cause instanceof StoreError) && cause.cause instanceof StoreError;

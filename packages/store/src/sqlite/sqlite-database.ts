import { existsSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { limitSpace } from "@quarry/plugin/sqlite";
import { Clock, Effect, Layer, Schedule, type Scope } from "effect";
import { type CompiledQuery, Kysely } from "kysely";
import { Database, type DatabaseService } from "../database.ts";
import { sqliteColumnTypes } from "../migrations/column-types.ts";
import { migrate } from "../migrations/migrate.ts";
import { type PlaceholderOf, prepareQuery } from "../prepared-query.ts";
import { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { checkDatabaseFile, missingDatabase } from "./check-database-file.ts";
import { makeDatabaseFile } from "./new-database.ts";
import { openFieldValueThreads } from "./field-value-threads.ts";
import { NodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { DataVersion } from "./data-version.ts";
import { fromSqlite } from "./sqlite-errors.ts";
import { rewriteOldFile, maintainSpace } from "./space-upkeep.ts";
import { makeRun, makeTransaction } from "./sqlite-transaction.ts";

export interface SqliteOptions {
  /** Path of the database file. `-wal` and `-shm` files are next to it. */
  readonly path: string;
  /**
   * Called if the file does not exist: returns the evidence that it existed before, or undefined if a new one may be
   * created.
   */
  readonly isExpected?: () => string | undefined;
}

/**
 * Time that a statement waits for another process's write lock. It blocks this thread, but only tools that open the
 * same file while the service runs cause such a wait.
 */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens SQLite in one file, on this thread. Creates the file if it is missing (the folder must exist), migrates it, and
 * closes it with the scope. A completed write is durable: WAL with full synchronisation.
 */
export const sqliteDatabaseLayer = (options: SqliteOptions): Layer.Layer<Database, StoreError> =>
  Layer.effect(Database, openSqliteDatabase(options));

/**
 * Uses two connections: one writes, one reads. Readers see the last commit and never an open transaction, whose body
 * can span several turns of the event loop.
 */
const openSqliteDatabase = (options: SqliteOptions): Effect.Effect<DatabaseService, StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* Effect.try({ try: () => checkFile(options), catch: fromSqlite });
    yield* Effect.tryPromise({
      try: () => makeDatabaseFile(options.path, createSchema),
      catch: (cause) => migrationError(options.path, cause),
    });
    const writer = yield* retryWhileBusy(openConnection(options.path, false));
    const writing = new Kysely<Tables>({ dialect: new NodeSqliteDialect(writer) });
    yield* retryWhileBusy(
      Effect.tryPromise({
        try: () => migrate(writing, sqliteColumnTypes),
        catch: (cause) => migrationError(options.path, cause),
      }),
    );
    yield* rewriteOldFile(writer, options.path);
    const reader = yield* openConnection(options.path, true);
    yield* Effect.forkScoped(maintainSpace(reader, options.path));
    const reading = new Kysely<Tables>({ dialect: new NodeSqliteDialect(reader) });
    const version = new DataVersion(reader);
    const queryFieldValues = yield* openFieldValueThreads(options.path);
    const run = makeRun(writing);
    const transaction = makeTransaction(writing);
    return {
      dialect: "sqlite",
      run: (query, within) => Effect.ensuring(run(query, within), version.forget),
      read: (query) => Effect.uninterruptible(Effect.tryPromise({ try: () => query(reading), catch: fromSqlite })),
      queryFieldValues,
      prepareRead: <Row>(
        build: (kysely: Kysely<Tables>, placeholder: PlaceholderOf) => { readonly compile: () => CompiledQuery<Row> },
      ) => preparedRead<Row>(reader, reading, build),
      version: () => version.read(),
      transaction: (body, within) => Effect.ensuring(transaction(body, within), version.forget),
      currentTimeMillis: Clock.currentTimeMillis,
      ping: attempt(() => void reader.prepare("select 1 from meta limit 1").get()),
    };
  });

const checkFile = ({ path, isExpected }: SqliteOptions): void => {
  const expected = existsSync(path) ? undefined : isExpected?.();
  if (expected !== undefined) throw missingDatabase(path, expected);
  checkDatabaseFile(path);
};

/** Creates a file with all tables and closes it. */
const createSchema = async (path: string): Promise<void> => {
  const connection = connect(path, false);
  try {
    await migrate(new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection) }), sqliteColumnTypes);
  } finally {
    connection.close();
  }
};

/** Longest wait of a start for another process that opens or migrates the same file. */
const OPEN_TIMEOUT_MS = 30_000;
const OPEN_POLL_MS = 50;

/** Retries, because the switch to WAL doesn't wait for the busy timeout, and a migration can take longer than that. */
const retryWhileBusy = <A, R>(open: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.suspend(() => {
    const deadline = performance.now() + OPEN_TIMEOUT_MS;
    return Effect.retry(open, {
      schedule: Schedule.spaced(OPEN_POLL_MS),
      while: (error) => error.reason === "busy" && performance.now() < deadline,
    });
  });

const openConnection = (path: string, readOnly: boolean): Effect.Effect<DatabaseSync, StoreError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({ try: () => connect(path, readOnly), catch: (cause) => openError(path, cause) }),
    (connection) => Effect.sync(() => connection.close()),
  );

const connect = (path: string, readOnly: boolean): DatabaseSync => {
  // A removed collection leaves its documents' rows, which are deleted a few at a time. Older schemas would cascade the
  // deletion to all of them.
  const connection = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false });
  try {
    // FULL: data acknowledged with 201 survives a power failure, not only a crash of the process.
    if (!readOnly) {
      limitSpace(connection);
      connection.exec("pragma journal_mode = wal; pragma synchronous = full;");
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

const preparedRead = <Row>(
  reader: DatabaseSync,
  kysely: Kysely<Tables>,
  build: Parameters<typeof prepareQuery>[1],
): ((...parameters: readonly unknown[]) => Effect.Effect<readonly Row[], StoreError>) => {
  const query = prepareQuery(kysely, build);
  const statement = reader.prepare(query.sql);
  return (...parameters) =>
    attempt(() => statement.all(...(query.bind(parameters) as SQLInputValue[])) as unknown as readonly Row[]);
};

const attempt = <A>(evaluate: () => A): Effect.Effect<A, StoreError> =>
  Effect.try({ try: evaluate, catch: fromSqlite });

const openError = (path: string, cause: unknown): StoreError => {
  const error = fromSqlite(cause);
  const reason = error.reason === "internal" ? "unavailable" : error.reason;
  return new StoreError({ reason, message: `can't open the database ${path}: ${error.message}`, cause });
};

const migrationError = (path: string, cause: unknown): StoreError => {
  const { reason, message } = fromSqlite(cause instanceof Error && cause.cause !== undefined ? cause.cause : cause);
  const detail = cause instanceof Error ? cause.message : message;
  return new StoreError({ reason, message: `can't open the database ${path}: ${detail}`, cause });
};

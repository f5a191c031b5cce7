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
import { convertSpace, keepSpace } from "./space-upkeep.ts";
import { makeRun, makeTransaction } from "./sqlite-transaction.ts";

export interface SqliteOptions {
  /** Path of the database file; `-wal` and `-shm` files appear beside it. */
  readonly path: string;
  /** Asked where there is no such file: what says that there was one, or undefined where a new one is in place. */
  readonly isExpected?: () => string | undefined;
}

/**
 * Time that a statement waits for another process's write lock. It blocks this thread, but only tools that open the
 * same file beside the service ever make it wait.
 */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * SQLite in one file, on this thread. Opens it (created when missing; the folder must exist), migrates it, closes it
 * with the scope. Durable when a write has returned: WAL with full synchronisation.
 */
export const sqliteDatabaseLayer = (options: SqliteOptions): Layer.Layer<Database, StoreError> =>
  Layer.effect(Database, openSqliteDatabase(options));

/**
 * Two connections: one writes, one reads. Readers see the last commit and never the middle of a transaction, whose
 * body may span several turns of the event loop.
 */
const openSqliteDatabase = (options: SqliteOptions): Effect.Effect<DatabaseService, StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* Effect.try({ try: () => checkFile(options), catch: fromSqlite });
    yield* Effect.tryPromise({
      try: () => makeDatabaseFile(options.path, fillNew),
      catch: (cause) => migrationError(options.path, cause),
    });
    const writer = yield* whileOthersOpen(openConnection(options.path, false));
    const writing = new Kysely<Tables>({ dialect: new NodeSqliteDialect(writer) });
    yield* whileOthersOpen(
      Effect.tryPromise({
        try: () => migrate(writing, sqliteColumnTypes),
        catch: (cause) => migrationError(options.path, cause),
      }),
    );
    yield* convertSpace(writer, options.path);
    const reader = yield* openConnection(options.path, true);
    yield* Effect.forkScoped(keepSpace(reader, options.path));
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

/** A new file with all tables in it, closed. */
const fillNew = async (path: string): Promise<void> => {
  const connection = connect(path, false);
  try {
    await migrate(new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection) }), sqliteColumnTypes);
  } finally {
    connection.close();
  }
};

/** Time that a start waits for another process that opens or migrates the same file. */
const OPEN_PATIENCE_MS = 30_000;
const OPEN_POLL_MS = 50;

/** The switch to WAL doesn't wait for the busy timeout, and a migration may take longer than that. */
const whileOthersOpen = <A, R>(open: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.suspend(() => {
    const deadline = performance.now() + OPEN_PATIENCE_MS;
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
  // A collection that goes leaves its documents' rows to be removed a few at a time; older schemas would take all with it.
  const connection = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false });
  try {
    // FULL: what was answered with 201 survives a power cut, not only a crash of the process.
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

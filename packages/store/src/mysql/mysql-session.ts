import type { Socket } from "node:net";
import {
  type DialectAdapter,
  HandleEmptyInListsPlugin,
  Kysely,
  MysqlAdapter,
  MysqlDialect,
  type MysqlPoolConnection,
  replaceWithNoncontingentExpression,
} from "kysely";
import type { PoolConnection, QueryResult } from "mysql2";
import { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { fromMysql } from "./mysql-errors.ts";
import { flavorOf, type MysqlFlavor } from "./server-version.ts";

export interface SessionLimits {
  /** Timeout of one statement. */
  readonly statementTimeoutMs: number;
}

/** Longest wait for a row lock. Shorter than the statement timeout, so that the server reports the reason. */
const LOCK_WAIT_SECONDS = 5;
/** Idle time after which the server closes a session, which releases the locks of a disconnected process. */
const IDLE_SECONDS = 120;
/**
 * SQL modes: any silent change of a value is an error, and quotes and backslashes have the meaning that the driver
 * assumes.
 */
const SQL_MODE = [
  "STRICT_ALL_TABLES",
  "ONLY_FULL_GROUP_BY",
  "NO_ZERO_IN_DATE",
  "NO_ZERO_DATE",
  "ERROR_FOR_DIVISION_BY_ZERO",
  "NO_ENGINE_SUBSTITUTION",
].join(",");

/**
 * Connection of a pool, initialised once, with a timeout for every statement. A timeout closes the connection, because
 * the state of the statement on the server is unknown.
 */
export class MysqlSession {
  readonly #connection: PoolConnection;
  readonly #limits: SessionLimits;
  readonly #onEnd: () => void;
  #kysely: Kysely<Tables> | undefined;
  #flavor: MysqlFlavor | undefined;
  #broken: StoreError | undefined;
  #lastUsedAt = performance.now();
  /** Rejects the running statements. */
  readonly #pendingRejections = new Set<(error: StoreError) => void>();

  /** `onEnd` is called once, when the connection becomes unusable. */
  constructor(connection: PoolConnection, limits: SessionLimits, onEnd: () => void) {
    this.#connection = connection;
    this.#limits = limits;
    this.#onEnd = onEnd;
    // Reports that an idle connection has ended.
    connection.on("error", (error: unknown) => this.#end(fromMysql(error)));
    connection.on("end", () => this.#end(closed()));
  }

  /** Kysely on this connection only, for transactions. */
  get kysely(): Kysely<Tables> {
    this.#kysely ??= makeKysely(() => Promise.resolve(this.#borrowed()));
    return this.#kysely;
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  get idleMs(): number {
    return performance.now() - this.#lastUsedAt;
  }

  /** Does nothing if the session is initialised already. */
  async setUp(): Promise<MysqlFlavor> {
    if (this.#flavor !== undefined) return this.#flavor;
    const [row] = (await this.query("select version() as version")) as unknown as readonly {
      readonly version: string;
    }[];
    const flavor = flavorOf(row!.version);
    const seconds = Math.ceil(this.#limits.statementTimeoutMs / 1_000);
    const limit = flavor === "mariadb" ? `max_statement_time = ${seconds}` : `max_execution_time = ${seconds * 1_000}`;
    await this.query(
      `set session sql_mode = '${SQL_MODE}', time_zone = '+00:00', autocommit = 1, wait_timeout = ${IDLE_SECONDS}, ` +
        `innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}, lock_wait_timeout = ${seconds}, ${limit}, ` +
        // Field values are read as one text. The packet size limits it anyway.
        `group_concat_max_len = 16777216`,
    );
    await this.query("set session transaction isolation level read committed");
    this.#flavor = flavor;
    return flavor;
  }

  query(statement: string, parameters: readonly unknown[] = []): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) return reject(this.#broken);
      const timer = setTimeout(() => {
        this.#end(statementTimedOut(this.#limits.statementTimeoutMs));
      }, this.#limits.statementTimeoutMs);
      const fail = (error: StoreError): void => {
        clearTimeout(timer);
        reject(error);
      };
      this.#pendingRejections.add(fail);
      this.#connection.query(statement, [...parameters], (error, result) => {
        clearTimeout(timer);
        this.#pendingRejections.delete(fail);
        if (error === null) return resolve(result);
        const mapped = fromMysql(error);
        if (error.fatal) this.#end(mapped);
        reject(mapped);
      });
    });
  }

  /** Returns the connection to its pool, unless it has ended. */
  release(): void {
    if (this.#broken !== undefined) return;
    this.#lastUsedAt = performance.now();
    this.#connection.release();
  }

  destroy(): void {
    this.#end(closed());
  }

  /** Ends the session. Later callers get the first error. */
  #end(error: StoreError): StoreError {
    if (this.#broken !== undefined) return this.#broken;
    this.#broken = error;
    this.#connection.destroy();
    // The driver only sends a quit command, which a server that hangs doesn't process.
    (this.#connection as PoolConnection & { readonly stream?: Socket }).stream?.destroy();
    // A destroyed connection never settles its running statements.
    for (const fail of this.#pendingRejections) fail(error);
    this.#pendingRejections.clear();
    this.#onEnd();
    return error;
  }

  #borrowed(): MysqlPoolConnection {
    return asKyselyConnection(
      (statement, parameters) => this.query(statement, parameters),
      () => {},
    );
  }
}

/** Replaces Kysely's migration lock, which is shared by all databases of a server: `migrateMysql` takes its own. */
class OwnLockDialect extends MysqlDialect {
  override createAdapter(): DialectAdapter {
    return new OwnLockAdapter();
  }
}

class OwnLockAdapter extends MysqlAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Each query acquires its own connection. */
export const makeKysely = (acquire: () => Promise<MysqlPoolConnection>): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: dialectOf(acquire),
    // An empty list matches nothing, as on SQLite. In MySQL it is a syntax error.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

/** Adapts connections to the driver that Kysely expects. */
const dialectOf = (acquire: () => Promise<MysqlPoolConnection>): MysqlDialect =>
  new OwnLockDialect({
    pool: {
      getConnection: (callback) => void settleCallback(acquire(), callback as Callback),
      // Connections are closed by the scope that opened them.
      end: (callback) => callback(undefined),
    },
  });

export const asKyselyConnection = (
  query: (statement: string, parameters: readonly unknown[]) => Promise<QueryResult>,
  release: () => void,
): MysqlPoolConnection => ({
  config: {},
  threadId: 0,
  connect: () => {},
  destroy: release,
  release,
  query: (statement: string, parameters: readonly unknown[], callback) => {
    void settleCallback(query(statement, parameters), callback as Callback);
    return { stream: () => unsupported() };
  },
});

type Callback = (error: unknown, result: unknown) => void;

/** Adapts a promise to the callback interface that Kysely expects. */
const settleCallback = async (promise: Promise<unknown>, callback: Callback): Promise<void> => {
  const [error, result] = await promise.then(
    (value) => [null, value],
    (failure: unknown) => [failure, undefined],
  );
  callback(error, result);
};

const unsupported = (): never => {
  throw new Error("streams of rows are not used");
};

const closed = () => new StoreError({ reason: "unavailable", message: "the connection to the database is closed" });

const statementTimedOut = (limitMs: number) =>
  new StoreError({ reason: "unavailable", message: `the database did not answer a statement within ${limitMs} ms` });

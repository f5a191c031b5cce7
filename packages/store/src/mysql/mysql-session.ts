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
  /** Time limit of one statement. */
  readonly statementTimeoutMs: number;
}

/** Waiting for a row that another transaction holds; shorter than a statement may take, so that the server says which it was. */
const LOCK_WAIT_SECONDS = 5;
/** The server ends a session that says nothing for so long, and with it the locks of a process that is cut off. */
const IDLE_SECONDS = 120;
/** SQL modes: any silent change of a value is an error; quotes and backslashes mean what the driver takes them for. */
const SQL_MODE = [
  "STRICT_ALL_TABLES",
  "ONLY_FULL_GROUP_BY",
  "NO_ZERO_IN_DATE",
  "NO_ZERO_DATE",
  "ERROR_FOR_DIVISION_BY_ZERO",
  "NO_ENGINE_SUBSTITUTION",
].join(",");

/**
 * One connection of a pool, set up once, with a limit to every statement. A statement over the limit costs the
 * connection: nothing is known any more of what the server does with it.
 */
export class MysqlSession {
  readonly #connection: PoolConnection;
  readonly #limits: SessionLimits;
  readonly #onEnd: () => void;
  #kysely: Kysely<Tables> | undefined;
  #flavor: MysqlFlavor | undefined;
  #broken: StoreError | undefined;
  #lastUsedAt = performance.now();
  /** Fails what is under way. */
  readonly #underWay = new Set<(error: StoreError) => void>();

  /** `onEnd` is called once, when the connection can't be used any more. */
  constructor(connection: PoolConnection, limits: SessionLimits, onEnd: () => void) {
    this.#connection = connection;
    this.#limits = limits;
    this.#onEnd = onEnd;
    // Connections that end while nobody uses them say so.
    connection.on("error", (error: unknown) => this.#end(fromMysql(error)));
    connection.on("end", () => this.#end(closed()));
  }

  /** Runs on this connection alone, for transactions. */
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

  /** Does nothing when it was done before. */
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
        // Field values are read as one text. That of a packet is the end anyway.
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
        this.#end(tooLong(this.#limits.statementTimeoutMs));
      }, this.#limits.statementTimeoutMs);
      const fail = (error: StoreError): void => {
        clearTimeout(timer);
        reject(error);
      };
      this.#underWay.add(fail);
      this.#connection.query(statement, [...parameters], (error, result) => {
        clearTimeout(timer);
        this.#underWay.delete(fail);
        if (error === null) return resolve(result);
        const mapped = fromMysql(error);
        if (error.fatal) this.#end(mapped);
        reject(mapped);
      });
    });
  }

  /** Gives it back to its pool, unless it has ended. */
  release(): void {
    if (this.#broken !== undefined) return;
    this.#lastUsedAt = performance.now();
    this.#connection.release();
  }

  destroy(): void {
    this.#end(closed());
  }

  /** Ends the session; later callers get the first error. */
  #end(error: StoreError): StoreError {
    if (this.#broken !== undefined) return this.#broken;
    this.#broken = error;
    this.#connection.destroy();
    // The driver only says goodbye, which a server that hangs doesn't hear.
    (this.#connection as PoolConnection & { readonly stream?: Socket }).stream?.destroy();
    // Nor does it answer what is under way once it is destroyed.
    for (const fail of this.#underWay) fail(error);
    this.#underWay.clear();
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

/** Kysely's lock for migrations is one for all databases of a server; `migrateMysql` takes one of its own. */
class OwnLockDialect extends MysqlDialect {
  override createAdapter(): DialectAdapter {
    return new OwnLockAdapter();
  }
}

class OwnLockAdapter extends MysqlAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Each query goes to a connection of its own asking. */
export const makeKysely = (acquire: () => Promise<MysqlPoolConnection>): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: dialectOf(acquire),
    // An empty list finds nothing, as on SQLite; MySQL takes it for a mistake.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

/** Adapts connections to the driver that Kysely expects. */
const dialectOf = (acquire: () => Promise<MysqlPoolConnection>): MysqlDialect =>
  new OwnLockDialect({
    pool: {
      getConnection: (callback) => void answer(acquire(), callback as Callback),
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
    void answer(query(statement, parameters), callback as Callback);
    return { stream: () => unsupported() };
  },
});

type Callback = (error: unknown, result: unknown) => void;

/** Kysely speaks to drivers in callbacks. */
const answer = async (promise: Promise<unknown>, callback: Callback): Promise<void> => {
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

const tooLong = (limitMs: number) =>
  new StoreError({ reason: "unavailable", message: `the database did not answer a statement within ${limitMs} ms` });

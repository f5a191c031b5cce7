import { createRequire } from "node:module";
import type { Kysely } from "kysely";
import type { Pool, PoolConnection, PoolOptions, QueryResult } from "mysql2";
import { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import type { MysqlAddress } from "./mysql-address.ts";
import { fromMysql } from "./mysql-errors.ts";
import { ConflictRetries } from "./mysql-retry.ts";
import { asKyselyConnection, makeKysely, MysqlSession, type SessionLimits } from "./mysql-session.ts";

export interface MysqlPoolOptions extends SessionLimits {
  readonly size: number;
  readonly connectTimeoutMs: number;
  /** Timeout for a free connection, including the time to open one. */
  readonly acquireTimeoutMs: number;
}

/**
 * Longest idle time: the server may be about to close such a connection. A new connection costs milliseconds, a failed
 * request more.
 */
const MAX_IDLE_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** Connection pool: opens connections on demand, and again after the server was unavailable. */
export class MysqlPool {
  /** Runs every statement on a separate connection, in its own transaction. */
  readonly kysely: Kysely<Tables>;
  readonly #pool: Pool;
  readonly #options: MysqlPoolOptions;
  readonly #sessions = new Map<PoolConnection, MysqlSession>();

  constructor(address: MysqlAddress, options: MysqlPoolOptions) {
    this.#options = options;
    // Not a static import: most services use SQLite, and would load the driver for nothing.
    const { createPool } = createRequire(import.meta.url)("mysql2") as typeof import("mysql2");
    this.#pool = createPool({ ...connectionOptions(address, options.connectTimeoutMs), connectionLimit: options.size });
    this.kysely = makeKysely(async () => {
      const session = await this.acquire();
      return asKyselyConnection(
        (statement, parameters) => retryConflicts(() => session.query(statement, parameters)),
        () => session.release(),
      );
    });
  }

  /** Returns an initialised connection, which the caller must release. */
  async acquire(): Promise<MysqlSession> {
    for (;;) {
      const session = await this.#take();
      if (session.isBroken || session.idleMs > MAX_IDLE_MS) {
        session.destroy();
        continue;
      }
      try {
        await session.setUp();
        return session;
      } catch (error) {
        session.destroy();
        throw error;
      }
    }
  }

  /** Runs one read-only statement. */
  async query<Row>(statement: string, parameters: readonly unknown[] = []): Promise<readonly Row[]> {
    const session = await this.acquire();
    try {
      return (await session.query(statement, parameters)) as unknown as readonly Row[];
    } finally {
      session.release();
    }
  }

  /** Waits a moment for the server to be notified, but not longer for one that is unavailable. */
  async close(): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(ended.resolve, CLOSE_TIMEOUT_MS);
    this.#pool.end(() => ended.resolve());
    await ended.promise;
    clearTimeout(timer);
    for (const session of this.#sessions.values()) session.destroy();
  }

  #take(): Promise<MysqlSession> {
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const timer = setTimeout(() => {
        isWaiting = false;
        reject(poolExhausted(this.#options.acquireTimeoutMs));
      }, this.#options.acquireTimeoutMs);
      this.#pool.getConnection((error, connection) => {
        clearTimeout(timer);
        // The declared type is wrong: after an error there is no connection.
        if (error !== null) return reject(fromMysql(error));
        if (!isWaiting) return connection.release();
        resolve(this.#sessionOf(connection));
      });
    });
  }

  #sessionOf(connection: PoolConnection): MysqlSession {
    const known = this.#sessions.get(connection);
    if (known !== undefined) return known;
    const session = new MysqlSession(connection, this.#options, () => this.#sessions.delete(connection));
    this.#sessions.set(connection, session);
    return session;
  }
}

const connectionOptions = (address: MysqlAddress, connectTimeoutMs: number): PoolOptions => ({
  host: address.host,
  port: address.port,
  user: address.user,
  password: address.password,
  database: address.database,
  connectTimeout: connectTimeoutMs,
  charset: "UTF8MB4_BIN",
  timezone: "Z",
  dateStrings: true,
  decimalNumbers: true,
  jsonStrings: true,
  // Prevents the server from requesting files from this process.
  flags: ["-LOCAL_FILES"],
  ...(address.tls !== undefined && {
    ssl: {
      rejectUnauthorized: true,
      verifyIdentity: true,
      minVersion: "TLSv1.2",
      ...(address.tls.authorities !== "system" && { ca: address.tls.authorities }),
    },
  }),
});

/** A single statement is its own transaction, so a conflict leaves nothing of it behind. */
const retryConflicts = async (query: () => Promise<QueryResult>): Promise<QueryResult> => {
  const retries = new ConflictRetries();
  for (;;) {
    try {
      return await query();
    } catch (error) {
      if (!retries.canRetry(error)) throw error;
      await retries.pause();
    }
  }
};

const poolExhausted = (limitMs: number) =>
  new StoreError({
    reason: "unavailable",
    message: `no connection to the database was free within ${limitMs} ms; it is slow or unavailable, or the pool is too small`,
  });

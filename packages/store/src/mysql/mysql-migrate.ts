import { createHash } from "node:crypto";
import { mysqlColumnTypes } from "../migrations/column-types.ts";
import { migrate } from "../migrations/migrate.ts";
import { StoreError } from "../store-error.ts";
import type { MysqlAddress } from "./mysql-address.ts";
import { MysqlPool } from "./mysql-pool.ts";
import type { MysqlSession } from "./mysql-session.ts";
import type { MysqlFlavor } from "./server-version.ts";

/** Timeout: changing a table with millions of rows takes minutes. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
const LOCK_WAIT_MS = 10 * 60_000;
const LOCK_POLL_SECONDS = 5;

/** Collations that compare byte by byte without padding, like SQLite. Each server family has its own name for it. */
const COLLATIONS: Readonly<Record<MysqlFlavor, string>> = {
  mysql: "utf8mb4_0900_bin",
  mariadb: "utf8mb4_nopad_bin",
};

/**
 * Migrates on one connection, which holds a named lock: processes that start together migrate one after the other, and
 * the server releases the lock of a killed process. A lost connection also ends the migration, because the lock is lost
 * with it.
 */
export const migrateMysql = async (address: MysqlAddress, connectTimeoutMs: number): Promise<void> => {
  const pool = new MysqlPool(address, {
    size: 1,
    connectTimeoutMs,
    acquireTimeoutMs: connectTimeoutMs,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const session = await pool.acquire();
    const flavor = await session.setUp();
    const name = lockName(address.database);
    await lock(session, name);
    await session.query("set session default_storage_engine = InnoDB");
    await migrate(session.kysely, mysqlColumnTypes(COLLATIONS[flavor]));
    await session.query("select release_lock(?)", [name]);
    session.release();
  } finally {
    await pool.close();
  }
};

/** Builds the lock name. Locks are server-wide, so it contains the database. The limit is 64 characters. */
const lockName = (database: string): string =>
  `quarry.migrate.${createHash("sha256").update(database).digest("hex").slice(0, 32)}`;

const lock = async (session: MysqlSession, name: string): Promise<void> => {
  const deadline = performance.now() + LOCK_WAIT_MS;
  do {
    const rows = await session.query("select get_lock(?, ?) as held", [name, LOCK_POLL_SECONDS]);
    if ((rows as unknown as readonly { readonly held: number | null }[])[0]?.held === 1) return;
  } while (performance.now() < deadline);
  throw new StoreError({ reason: "busy", message: "another process has been migrating the database for ten minutes" });
};

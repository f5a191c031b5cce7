import { Redacted } from "effect";
import { parseMysqlAddress } from "./mysql-address.ts";
import { fromMysql } from "./mysql-errors.ts";
import { MysqlPool } from "./mysql-pool.ts";
import { flavorOf } from "./server-version.ts";

/** Properties that a database server reports. */
export interface MysqlProbe {
  readonly version: string;
  /** Offset of its clock from this process's, in milliseconds, as precise as the network delay allows. */
  readonly aheadMs: number;
}

const TIMEOUT_MS = 5_000;

/**
 * Reads the properties of a database server without changing anything: creates and migrates no tables. Rejects with a
 * StoreError if the server is unreachable, refuses, or is too old.
 */
export const probeMysql = async (url: Redacted.Redacted): Promise<MysqlProbe> => {
  const limits = {
    size: 1,
    connectTimeoutMs: TIMEOUT_MS,
    acquireTimeoutMs: TIMEOUT_MS,
    statementTimeoutMs: TIMEOUT_MS,
  };
  const pool = new MysqlPool(parseMysqlAddress(Redacted.value(url)), limits);
  try {
    const [row] = await pool.query<{ readonly version: string; readonly time: number }>(
      "select version() as version, cast(unix_timestamp(now(3)) * 1000 as signed) as time",
    );
    flavorOf(row!.version);
    return { version: row!.version, aheadMs: Number(row!.time) - Date.now() };
  } catch (error) {
    throw fromMysql(error);
  } finally {
    await pool.close();
  }
};

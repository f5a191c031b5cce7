import { setTimeout as sleep } from "node:timers/promises";
import { makeDatabase } from "@quarry/services";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { DatabaseTime } from "../src/mysql/database-time.ts";
import { parseMysqlAddress } from "../src/mysql/mysql-address.ts";
import { MysqlPool } from "../src/mysql/mysql-pool.ts";

const LIMITS = { size: 2, connectTimeoutMs: 10_000, acquireTimeoutMs: 30_000, statementTimeoutMs: 30_000 };
/** Tolerance of jobs for a clock that was set back. */
const TOLERATED_MS = 1_000;

/** Its second response, and with it the first measurement, arrives late, as on a briefly busy machine. */
class HesitantPool extends MysqlPool {
  #answers = 0;

  override async query<Row>(statement: string, parameters: readonly unknown[] = []): Promise<readonly Row[]> {
    const rows = await super.query<Row>(statement, parameters);
    this.#answers += 1;
    if (this.#answers === 2) await sleep(4 * TOLERATED_MS);
    return rows;
  }
}

test("a single late response doesn't distort the database time", async () => {
  const { url, drop } = await makeDatabase();
  const pool = new HesitantPool(parseMysqlAddress(url), LIMITS);
  try {
    const { currentTimeMillis } = new DatabaseTime(pool);
    // The server runs on this machine, so both use the same clock.
    const differenceMs = await Effect.runPromise(Effect.map(currentTimeMillis, (time) => Math.abs(time - Date.now())));
    expect(differenceMs).toBeLessThan(TOLERATED_MS);
  } finally {
    await pool.close();
    await drop();
  }
});

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Database, type DatabaseService, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, ManagedRuntime } from "effect";
import { expect, onTestFinished, test, vi } from "vitest";

const run = Effect.runPromise;
const MB = 1_048_576;
/** Long enough for the next periodic check of the file. */
const WAIT_OPTIONS = { timeout: 40_000, interval: 100 };

const temporaryPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-store-space-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "quarry.db");
};

const open = async (path: string) => {
  const runtime = ManagedRuntime.make(sqliteDatabaseLayer({ path }));
  onTestFinished(() => runtime.dispose());
  return { database: await runtime.runPromise(Database), close: () => runtime.dispose() };
};

const insert = (database: DatabaseService, from: number, to: number) =>
  database.run((kysely) =>
    kysely
      .insertInto("meta")
      .values(Array.from({ length: to - from }, (_, index) => ({ name: `n${from + index}`, value: "x".repeat(2_000) })))
      .execute(),
  );

const fill = async (database: DatabaseService, rows: number): Promise<void> => {
  for (let from = 0; from < rows; from += 500) await run(insert(database, from, from + 500));
};

const removeFrom = (database: DatabaseService, name: string) =>
  run(database.run((kysely) => kysely.deleteFrom("meta").where("name", ">=", name).execute()));

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const openFiles = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);

test(
  "the database shrinks after deletes during writes and reads, and its write-ahead log is truncated",
  { timeout: 120_000 },
  async () => {
    const path = temporaryPath();
    const { database, close } = await open(path);
    let openAtFirst = 0;
    let number = 0;
    for (let round = 0; round < 3; round += 1) {
      await fill(database, 5_000);
      expect(sizeOf(path) + sizeOf(`${path}-wal`)).toBeGreaterThan(10 * MB);
      await removeFrom(database, "n");
      await vi.waitFor(async () => {
        await run(insert(database, 1_000_000 + number, 1_000_001 + number));
        number += 1;
        expect(sizeOf(path)).toBeLessThan(2 * MB);
        expect(sizeOf(`${path}-wal`)).toBeLessThan(6 * MB);
      }, WAIT_OPTIONS);
      const names = await run(database.read((kysely) => kysely.selectFrom("meta").select("name").execute()));
      expect(names.filter(({ name }) => name.startsWith("n1"))).toHaveLength(number);
      await removeFrom(database, "n");
      number = 0;
      if (round === 0) openAtFirst = openFiles();
    }
    // The worker thread closes its files when it is done. (SQLite itself keeps one open for the next connection to the
    // database.)
    await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(openAtFirst + 1), WAIT_OPTIONS);
    await close();
    expect(new DatabaseSync(path).prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  },
);

test(
  "a database of an earlier version is converted at the start so that it can shrink",
  { timeout: 120_000 },
  async () => {
    const path = temporaryPath();
    const first = await open(path);
    await fill(first.database, 5_000);
    await first.close();
    const old = new DatabaseSync(path);
    old.exec("pragma journal_mode = delete; pragma auto_vacuum = none; vacuum");
    expect(old.prepare("pragma auto_vacuum").get()).toEqual({ auto_vacuum: 0 });
    old.close();
    const before = sizeOf(path);
    const second = await open(path);
    await removeFrom(second.database, "n2");
    await vi.waitFor(() => expect(sizeOf(path)).toBeLessThan(before / 2), WAIT_OPTIONS);
    const names = await run(second.database.read((kysely) => kysely.selectFrom("meta").select("name").execute()));
    expect(names.filter(({ name }) => name.startsWith("n"))).toHaveLength(1_112);
  },
);

test(
  "a database closed while it shrinks is intact and continues to shrink after the next start",
  { timeout: 120_000 },
  async () => {
    const path = temporaryPath();
    const first = await open(path);
    await fill(first.database, 10_000);
    await removeFrom(first.database, "n2");
    const before = sizeOf(path);
    await vi.waitFor(() => expect(sizeOf(path)).toBeLessThan(before), { timeout: 40_000, interval: 1 });
    await first.close();
    expect(new DatabaseSync(path).prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    await open(path);
    await vi.waitFor(() => expect(sizeOf(path)).toBeLessThan(6 * MB), WAIT_OPTIONS);
  },
);

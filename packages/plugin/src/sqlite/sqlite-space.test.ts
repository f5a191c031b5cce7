import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limitSpace, SqliteSpace } from "./sqlite-space.ts";

const ROW_BYTES = 2_000;
const MB = 1_048_576;

const temporaryPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-space-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "a.db");
};

/** `isOld`: as created by a version that never released space. */
const open = (path: string, { isOld = false } = {}) => {
  const database = new DatabaseSync(path, { timeout: 1_000 });
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  if (!isOld) limitSpace(database);
  // The durability of writes is not tested here, and these tests write a lot.
  database.exec(
    "pragma synchronous = off; pragma journal_mode = wal; create table if not exists t (id integer primary key, data blob)",
  );
  return database;
};

const fill = (database: DatabaseSync, from: number, to: number): void => {
  const insert = database.prepare("insert into t values (?, ?)");
  database.exec("begin");
  for (let id = from; id < to; id++) insert.run(id, new Uint8Array(ROW_BYTES).fill(id));
  database.exec("commit");
};

const sizes = (path: string) => {
  const size = (of: string) => statSync(of, { throwIfNoEntry: false })?.size ?? 0;
  return { file: size(path), log: size(`${path}-wal`) };
};

const free = (database: DatabaseSync) => Number(database.prepare("pragma freelist_count").get()!["freelist_count"]);

/** Runs steps until no work is left, now or later. Returns the number of steps. */
const settle = async (space: SqliteSpace): Promise<number> => {
  let steps = 0;
  for (; space.isWanted; steps++) {
    if (space.isDue) space.step();
    else await sleep(50);
  }
  return steps;
};

const expectWhole = (database: DatabaseSync, ids: readonly number[]): void => {
  expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  const rows = database.prepare("select id, data from t order by id").all();
  expect(rows.map((row) => row["id"])).toEqual(ids);
  const isRight = (row: (typeof rows)[number]) =>
    (row["data"] as Uint8Array).every((byte) => byte === Number(row["id"]) % 256);
  expect(rows.every(isRight)).toBe(true);
};

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test("space freed by deletes is released in small steps while a reader continues", async () => {
  const path = temporaryPath();
  const database = open(path);
  const space = new SqliteSpace(database, path);
  fill(database, 0, 10_000);
  space.look();
  await settle(space);
  const before = sizes(path).file;
  expect(before).toBeGreaterThan(10_000 * ROW_BYTES);
  const reader = new DatabaseSync(path, { readOnly: true });
  database.exec("delete from t where id % 10 <> 0 and id < 9000");
  space.look();
  let largest = 0;
  let steps = 0;
  let seen = 0;
  while (space.isWanted) {
    const left = free(database);
    if (space.isDue) space.step();
    else await sleep(50);
    largest = Math.max(largest, left - free(database));
    steps += 1;
    seen += Number(reader.prepare("select count(*) as n from t").get()!["n"] === 1_900);
  }
  reader.close();
  expect(largest).toBeLessThanOrEqual(64);
  expect(steps).toBeGreaterThan(50);
  expect(seen).toBe(steps);
  expect(sizes(path).file).toBeLessThan(before / 3);
  expect(sizes(path).log).toBe(0);
  expectWhole(database, [...range(0, 900).map((id) => id * 10), ...range(9_000, 10_000)]);
});

test("a little free space remains in the file for the next writes", () => {
  const path = temporaryPath();
  const database = open(path);
  fill(database, 0, 4_000);
  database.exec("delete from t where id < 200");
  const space = new SqliteSpace(database, path);
  expect(free(database)).toBeGreaterThan(50);
  while (space.isDue) space.step();
  expect(free(database)).toBeGreaterThan(50);
});

test("the write-ahead log is truncated after a large transaction, but not while a reader needs it", async () => {
  const path = temporaryPath();
  const database = open(path);
  fill(database, 0, 100);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("begin");
  expect(reader.prepare("select count(*) as n from t").get()).toEqual({ n: 100 });
  const space = new SqliteSpace(database, path);
  fill(database, 100, 10_000);
  space.look();
  expect(sizes(path).log).toBeGreaterThan(15 * MB);
  expect(space.isDue).toBe(true);
  space.step();
  expect(sizes(path).log).toBeGreaterThan(15 * MB);
  // It waits a while, regardless of writes in the meantime.
  fill(database, 10_000, 10_001);
  space.look();
  expect([space.isDue, space.isWanted]).toEqual([false, true]);
  expect(reader.prepare("select count(*) as n from t").get()).toEqual({ n: 100 });
  reader.exec("commit");
  await settle(space);
  expect(sizes(path).log).toBe(0);
  expect(reader.prepare("select count(*) as n from t").get()).toEqual({ n: 10_001 });
  reader.close();
});

test("the write-ahead log stays below 16 MB under continuous writes and reads", () => {
  const path = temporaryPath();
  const database = open(path);
  const space = new SqliteSpace(database, path);
  fill(database, 0, 1_000);
  const update = database.prepare("update t set data = ? where id = ?");
  const readers = range(0, 2).map(() => new DatabaseSync(path, { readOnly: true }));
  // Two that alternate: there is always one active reader.
  for (const reader of readers) reader.exec("begin");
  let longest = 0;
  for (let round = 0; round < 10_000; round++) {
    if (round % 100 === 0) {
      const reader = readers[(round / 100) % 2]!;
      if (reader.isTransaction) reader.exec("commit");
      reader.exec("begin");
      reader.prepare("select count(*) from t").get();
    }
    update.run(new Uint8Array(ROW_BYTES).fill(round), round % 1_000);
    space.look();
    if (space.isDue) space.step();
    if (round % 1_000 === 0) for (const reader of readers) if (reader.isTransaction) reader.exec("commit");
    longest = Math.max(longest, sizes(path).log);
  }
  for (const reader of readers) reader.close();
  expect(longest).toBeLessThan(16 * MB);
});

test.each([
  { left: 2_000, isRewritten: true },
  { left: 3_500, isRewritten: false },
])("a file of an earlier version with $left of 5000 rows left: rewritten: $isRewritten", async (input) => {
  const path = temporaryPath();
  const old = open(path, { isOld: true });
  fill(old, 0, 5_000);
  old.prepare("delete from t where id >= ?").run(input.left);
  old.close();
  const before = sizes(path).file;
  const database = open(path);
  const space = new SqliteSpace(database, path);
  await settle(space);
  expect(sizes(path).file < before).toBe(input.isRewritten);
  expectWhole(database, range(0, input.left));
  // From then on it releases space like any other file.
  database.exec("delete from t where id >= 1000");
  space.look();
  await settle(space);
  expect(sizes(path).file).toBeLessThan(before / 3);
  expectWhole(database, range(0, 1_000));
});

test("the file stays intact after SIGKILL at any moment", async () => {
  const path = temporaryPath();
  const script = `
    import { DatabaseSync } from "node:sqlite";
    import { limitSpace, SqliteSpace } from ${JSON.stringify(new URL("./sqlite-space.ts", import.meta.url).href)};
    const database = new DatabaseSync(${JSON.stringify(path)});
    limitSpace(database);
    database.exec("pragma journal_mode = wal; create table if not exists t (id integer primary key, data blob)");
    const space = new SqliteSpace(database, ${JSON.stringify(path)});
    const insert = database.prepare("insert or replace into t values (?, ?)");
    for (;;) {
      database.exec("begin");
      for (let id = 0; id < 3000; id++) insert.run(id, new Uint8Array(${ROW_BYTES}).fill(id));
      database.exec("commit; delete from t where id % 5 <> 0");
      space.look();
      console.log("deleted");
      while (space.isDue) space.step();
    }`;
  for (let round = 0; round < 6; round++) {
    const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    await once(createInterface({ input: child.stdout }), "line");
    await sleep(round * 7);
    child.kill("SIGKILL");
    await exit;
    const database = new DatabaseSync(path);
    const retained = range(0, 3_000).filter((id) => id % 5 === 0);
    const count = Number(database.prepare("select count(*) as n from t").get()!["n"]);
    expectWhole(database, count === 3_000 ? range(0, 3_000) : retained);
    database.close();
  }
});

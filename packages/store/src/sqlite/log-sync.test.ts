import { mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { LogSync } from "./log-sync.ts";

const newPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "log-sync-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "data.db");
};

const openAt = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal; create table t (n integer)");
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
};

test("commits that come while one is forced share the next pass", async () => {
  const path = newPath();
  openAt(path);
  const log = new LogSync(path);
  const first = log.sync();
  // The first pass begins in a turn of its own.
  await Promise.resolve();
  await Promise.resolve();
  const [second, third] = [log.sync(), log.sync()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  await Promise.all([first, second]);
  await log.close();
});

test("the database is used and closed as if nobody else had its log open", async () => {
  const path = newPath();
  const database = openAt(path);
  const log = new LogSync(path);
  database.exec("insert into t values (1)");
  await log.sync();
  // SQLite refuses to cut a log on which anyone holds a lock.
  expect(database.prepare("pragma wal_checkpoint(truncate)").get()).toMatchObject({ busy: 0 });
  database.exec("insert into t values (2)");
  await log.sync();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await log.close();
  database.close();
  const again = openAt(newPath());
  again.exec(`attach '${path}' as before`);
  expect(again.prepare("select count(*) as n from before.t").get()).toEqual({ n: 2 });
});

test("a log that could not be opened is opened by the next pass", async () => {
  const path = newPath();
  const log = new LogSync(path);
  await expect(log.sync()).rejects.toMatchObject({ reason: "unavailable" });
  openAt(path);
  await log.sync();
  await log.close();
});

test("after a log that could not be forced nothing is called durable any more", async () => {
  const path = newPath();
  symlinkSync("/dev/null", `${path}-wal`);
  const log = new LogSync(path);
  const failure = {
    reason: "unavailable",
    message: expect.stringMatching(/can't force .* until the next start: .*EINVAL/),
  };
  await expect(log.sync()).rejects.toMatchObject(failure);
  rmSync(`${path}-wal`);
  openAt(path);
  await expect(log.sync()).rejects.toMatchObject(failure);
  await log.close();
});

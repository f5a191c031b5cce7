import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { openStore, recordOf, run, temporaryFolder } from "./support/open-store.ts";

/** Sizes of SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const PAGE_SIZE_AT = 8;
const COMMIT_MARK_AT = 4;

/** Counts the commits in a log that is not checkpointed yet: frames that state the size of the database after them. */
const countCommits = async (path: string): Promise<number> => {
  const log = await readFile(`${path}-wal`);
  const frame = FRAME_HEADER + log.readUInt32BE(PAGE_SIZE_AT);
  let commits = 0;
  for (let at = LOG_HEADER; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + COMMIT_MARK_AT) > 0) commits += 1;
  }
  return commits;
};

test("concurrent writes share commits; consecutive writes don't", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder);
  await run(store.ensureCollection({ collection: "grouped", dimension: 4 }));
  const path = join(folder, "collection-grouped.sqlite");
  const before = await countCommits(path);

  const writes = Array.from({ length: 300 }, (_, i) => store.upsert("grouped", [recordOf(`g${i}`, i)]));
  await run(Effect.all(writes, { concurrency: "unbounded" }));
  const together = (await countCommits(path)) - before;
  expect(together).toBeGreaterThanOrEqual(1);
  expect(together).toBeLessThan(100);
  expect(await run(store.count("grouped"))).toBe(300);

  await run(Effect.all(Array.from({ length: 20 }, (_, i) => store.upsert("grouped", [recordOf(`s${i}`, i)]))));
  expect((await countCommits(path)) - before - together).toBe(20);
});

test("an invalid batch in a group fails alone, and grouped deletes return correct counts", async () => {
  const { store } = await openStore(await temporaryFolder());
  await run(store.ensureCollection({ collection: "mixed", dimension: 4 }));
  await run(store.upsert("mixed", [recordOf("old1", 1), recordOf("old2", 2)]));
  const [good, bad, deleted, again] = await run(
    Effect.all(
      [
        Effect.result(store.upsert("mixed", [recordOf("new", 3)])),
        Effect.flip(store.upsert("mixed", [recordOf("bad", 4, 5)])),
        store.deleteByIds("mixed", ["old1", "unknown"]),
        store.deleteByIds("mixed", ["old1", "old2"]),
      ],
      { concurrency: "unbounded" },
    ),
  );
  expect(good._tag).toBe("Success");
  expect(bad.reason).toBe("invalid");
  expect(bad.message).toBe("A vector has 5 numbers; this collection takes 4.");
  expect(deleted + again).toBe(2);
  const left = await run(store.list("mixed", { limit: 10 }));
  expect(left.records).toEqual([recordOf("new", 3)]);
});

import { readdir } from "node:fs/promises";
import { readdirSync, readlinkSync } from "node:fs";
import type { PluginError } from "@quarry/plugin";
import { parseFilter } from "@quarry/plugin/domain";
import { Effect, Result } from "effect";
import { expect, test } from "vitest";
import { openStore, recordOf, run, temporaryFolder, vectorOf } from "./support/open-store.ts";

const failuresOf = (outcomes: readonly Result.Result<unknown, PluginError>[]): readonly PluginError[] =>
  outcomes.filter(Result.isFailure).map((outcome) => outcome.failure);

const spec = { collection: "threads", dimension: 4 };

test("calls in flight when a thread dies fail as retryable, and the next calls succeed in new threads", async () => {
  const { store, threads, log } = await openStore(await temporaryFolder());
  await run(store.ensureCollection(spec));
  await run(store.upsert("threads", [recordOf("kept", 1)]));

  const write = run(Effect.result(store.upsert("threads", [recordOf("maybe", 2)])));
  const search = run(Effect.result(store.search("threads", { vector: vectorOf(1, 4), topK: 5 })));
  await Promise.all([threads.writer.kill(), threads.reader.kill()]);
  const failures = failuresOf([await write, await search]);
  expect(failures.map((error) => error.reason)).toEqual(failures.map(() => "unavailable"));
  expect(failures.every((error) => error.isRetryable)).toBe(true);
  expect(log).toHaveLength(2);

  await run(store.upsert("threads", [recordOf("maybe", 2)]));
  const { hits } = await run(store.search("threads", { vector: vectorOf(1, 4), topK: 5 }));
  expect(hits.map((hit) => hit.id).toSorted()).toEqual(["kept", "maybe"]);
  // Checked once the threads are up: on a busy machine starting two can take longer than this limit.
  await run(store.health);
});

test("writes to a dying thread settle, fail as retryable, and store whole batches only", async () => {
  const { store, threads } = await openStore(await temporaryFolder());
  await run(store.ensureCollection(spec));
  const batch = Array.from({ length: 3_000 }, (_, i) => recordOf(`r${i}`, i));
  const writes = Array.from({ length: 5 }, () => run(Effect.result(store.upsert("threads", batch))));
  // Waits until the writer is at work, so that there are calls to lose.
  await new Promise((resolve) => setTimeout(resolve, 30));
  await threads.writer.kill();
  const outcomes = await Promise.all(writes);
  expect(failuresOf(outcomes).every((error) => error.isRetryable)).toBe(true);
  // All of a batch or nothing, including the interrupted one.
  expect([0, 3_000]).toContain(await run(store.count("threads")));
});

test("a closed store rejects calls as unavailable and names the cause", async () => {
  const { store, close } = await openStore(await temporaryFolder());
  await run(store.ensureCollection(spec));
  await close();
  const error = await run(Effect.flip(store.count("threads")));
  expect(error.reason).toBe("unavailable");
  expect(error.message).toContain("closed");
});

test("closing the store completes the writes in flight", async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder);
  await run(first.store.ensureCollection(spec));
  const writes = Array.from({ length: 50 }, (_, i) => run(first.store.upsert("threads", [recordOf(`r${i}`, i)])));
  await new Promise((resolve) => setImmediate(resolve));
  await first.close();
  await Promise.all(writes);
  const second = await openStore(folder);
  expect(await run(second.store.count("threads"))).toBe(50);
});

test("dropping a collection removes its files, even during reads", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder);
  await run(store.ensureCollection(spec));
  await run(store.ensureCollection({ collection: "other", dimension: 4 }));
  await run(store.upsert("threads", [recordOf("a", 1)]));
  const searches = Array.from({ length: 20 }, () =>
    run(Effect.result(store.search("threads", { vector: vectorOf(1, 4), topK: 5 }))),
  );
  await run(store.dropCollection("threads"));
  const failures = failuresOf(await Promise.all(searches));
  expect(failures.map((error) => error.reason)).toEqual(failures.map(() => "not_found"));
  expect((await readdir(folder)).filter((name) => name.includes("threads"))).toEqual([]);
  expect((await readdir(folder)).some((name) => name.includes("other"))).toBe(true);
});

test("delete by filter includes records written after the read and spares replaced ones", async () => {
  const { store, threads } = await openStore(await temporaryFolder());
  await run(store.ensureCollection(spec));
  const old = { ...recordOf("old", 1), metadata: { state: "old" } };
  const saved = { ...recordOf("saved", 2), metadata: { state: "old" } };
  await run(store.upsert("threads", [old, saved]));

  const filter = parseFilter({ state: "old" })!;
  const found = await threads.reader.call("findMatching", { collection: "threads", filter });
  await run(
    store.upsert("threads", [
      { ...saved, metadata: { state: "new" } },
      { ...old, id: "late" },
    ]),
  );
  expect(await threads.writer.call("deleteMatching", { collection: "threads", filter, ...found })).toBe(2);
  const left = await run(store.list("threads", { limit: 10 }));
  expect(left.records.map((entry) => entry.id)).toEqual(["saved"]);
});

test.skipIf(process.platform !== "linux")(
  "the number of open collections stays within maxOpenCollections",
  async () => {
    const folder = await temporaryFolder();
    const { store, close } = await openStore(folder, { maxOpenCollections: 3 });
    for (let i = 0; i < 12; i += 1) {
      await run(store.ensureCollection({ collection: `many_${i}`, dimension: 4 }));
      await run(store.upsert(`many_${i}`, [recordOf("a", i)]));
      await run(store.search(`many_${i}`, { vector: vectorOf(i, 4), topK: 1 }));
    }
    expect(openDatabases(folder).size).toBeLessThanOrEqual(3);
    for (let i = 0; i < 12; i += 1) expect(await run(store.count(`many_${i}`))).toBe(1);
    await close();
    expect(openDatabases(folder).size).toBe(0);
  },
);

/** Returns the database files below the folder that this process has open. */
const openDatabases = (folder: string): Set<string> => {
  const targets = readdirSync("/proc/self/fd").map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return "";
    }
  });
  return new Set(targets.filter((target) => target.startsWith(folder) && target.endsWith(".sqlite")));
};

test("a reader behind by more overwrites than retained tombstones returns correct hits", async () => {
  const { store } = await openStore(await temporaryFolder(), { synchronous: "normal" });
  await run(store.ensureCollection(spec));
  const batch = (version: number) => Array.from({ length: 6_000 }, (_, i) => recordOf(`r${i}`, i + version));
  await run(store.upsert("threads", batch(0)));
  expect((await run(store.search("threads", { vector: vectorOf(7, 4), topK: 10_000 }))).hits).toHaveLength(6_000);
  for (let version = 1; version <= 18; version += 1) await run(store.upsert("threads", batch(version)));
  const { hits } = await run(store.search("threads", { vector: vectorOf(18, 4), topK: 10_000 }));
  expect(hits).toHaveLength(6_000);
  expect(hits[0]).toEqual({ id: "r0", cosine: expect.closeTo(1, 6) as number });
});

test("during the first load of a large collection, searches of others and writes succeed", async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder);
  const dimension = 64;
  const many = Array.from({ length: 6_000 }, (_, i) => recordOf(`r${i}`, i, dimension));
  await run(first.store.ensureCollection({ collection: "large", dimension }));
  await run(first.store.ensureCollection(spec));
  await run(first.store.upsert("large", many));
  await run(first.store.upsert("threads", [recordOf("kept", 1)]));
  await first.close();
  const { store } = await openStore(folder);
  const order: string[] = [];
  const large = run(store.search("large", { vector: vectorOf(7, dimension), topK: 1 })).then(({ hits }) => {
    order.push("large");
    return hits;
  });
  const small = run(store.search("threads", { vector: vectorOf(1, 4), topK: 1 })).then(() => order.push("small"));
  const late = { ...recordOf("late", 7, dimension), id: "late" };
  await run(store.upsert("large", [late]));
  await small;
  expect((await large)[0]!.cosine).toBeCloseTo(1, 5);
  expect(order).toEqual(["small", "large"]);
  // Records written during the read are included, and deleted ones are not.
  await run(store.deleteByIds("large", ["r7"]));
  const { hits } = await run(store.search("large", { vector: vectorOf(7, dimension), topK: 1 }));
  expect(hits.map(({ id }) => id)).toEqual(["late"]);
  expect(await run(store.count("large"))).toBe(6_000);
});

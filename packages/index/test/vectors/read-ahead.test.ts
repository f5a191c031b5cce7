import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import type { Filter } from "@quarry/plugin/domain";
import { Effect, Result } from "effect";
import { expect, test } from "vitest";
import { clusteredVectors } from "./support/clustered-vectors.ts";
import { inOrder, nearest } from "./support/nearest.ts";
import { openStore, run, temporaryFolder } from "./support/open-store.ts";

const DIMENSION = 1_024;
/** A span of the index contains some 4,000 of them. */
const ROWS = 9_000;
const settings = { indexFromRows: 5_000, cacheMemoryMb: 64, synchronous: "normal" };

const next = clusteredVectors({ dimension: DIMENSION, clusters: 40, seed: 3 });
const all: readonly VectorRecord[] = Array.from({ length: ROWS }, (_, i) => ({
  ...{ id: `r${i}`, vector: next(), metadata: { tens: i % 10 }, text: "" },
}));

const write = async (store: VectorStoreV1, collection: string, records: readonly VectorRecord[]): Promise<void> => {
  await run(store.ensureCollection({ collection, dimension: DIMENSION }));
  for (let i = 0; i < records.length; i += 1_000) await run(store.upsert(collection, records.slice(i, i + 1_000)));
};

const fileOf = (folder: string, collection: string, kind: string) =>
  join(folder, `collection-${collection}.sqlite-${kind}`);

const untilThere = async (path: string): Promise<void> => {
  while (!existsSync(path)) await pause(10);
};

const expectNearest = async (store: VectorStoreV1, records: readonly VectorRecord[]): Promise<void> => {
  const vector = next();
  const { hits } = await run(store.search("ahead", { vector, topK: 201 }));
  expect(hits).toEqual(hits.toSorted(inOrder));
  // For this many results the search is exact.
  expect(hits.map(({ id }) => id)).toEqual(nearest(records, vector, 201).map(({ id }) => id));
};

test("a search that times out reports the loading progress, and loading continues", async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder, settings);
  await write(first.store, "ahead", all);
  await first.close();
  // No call may take longer than a time slice.
  const { store } = await openStore(folder, { ...settings, cacheMemoryMb: 1_024 }, 0);
  const search = (filter?: Filter) =>
    run(Effect.result(store.search("ahead", { vector: all[0]!.vector, topK: 3, filter })));
  const reported: string[] = [];
  const untilFound = async (filter?: Filter): Promise<readonly string[]> => {
    for (;;) {
      const result = await search(filter);
      if (Result.isSuccess(result)) return result.success.hits.map(({ id }) => id);
      expect(result.failure).toMatchObject({ reason: "unavailable", isRetryable: true });
      reported.push(result.failure.message);
    }
  };
  expect((await untilFound())[0]).toBe("r0");
  const filter: Filter = { op: "exists", path: "nobody.asked", negated: true };
  expect((await untilFound(filter))[0]).toBe("r0");
  expect(reported.find((message) => message.includes("for its first search"))).toMatch(/: \d+ % are\. That goes on/);
  expect(reported.find((message) => message.includes('for the first filter by "nobody.asked"'))).toMatch(/: \d+ % are/);
});

test("written records are indexed without a search, during writes and after a restart", async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder, settings);
  await write(first.store, "ahead", all);
  // No request has been made.
  await untilThere(fileOf(folder, "ahead", "index"));
  // All of its rows removed and many replaced while that is stored, span by span.
  const removed = all.slice(1_000, 3_000).map(({ id }) => id);
  await run(first.store.deleteByIds("ahead", removed));
  const changed = all.slice(500, 900).map((record) => ({ ...record, vector: next() }));
  await run(first.store.upsert("ahead", changed));
  const left = [...all.slice(0, 500), ...changed, ...all.slice(900, 1_000), ...all.slice(3_000)];
  await first.close();
  const second = await openStore(folder, settings);
  await expectNearest(second.store, left);
  await run(second.store.deleteByIds("ahead", [all[0]!.id]));
  await second.close();
  const third = await openStore(folder, settings);
  // Work that the last process left unfinished is completed without a search too.
  await untilThere(fileOf(folder, "ahead", "graph"));
  await untilThere(fileOf(folder, "ahead", "columns"));
  await third.close();
  const fourth = await openStore(folder, settings);
  await expectNearest(fourth.store, left.slice(1));
}, 240_000);

test("read-ahead indexes neither small collections nor those that exceed the free memory", async () => {
  const folder = await temporaryFolder();
  // Memory for one of them.
  const { store, close } = await openStore(folder, { ...settings, cacheMemoryMb: 14 });
  await write(store, "ahead", all);
  await untilThere(fileOf(folder, "ahead", "graph"));
  await write(store, "beside", all);
  await write(store, "small", all.slice(0, 100));
  await write(store, "ahead", [{ ...all[0]!, vector: next() }]);
  await expectNearest(store, [(await run(store.get("ahead", ["r0"])))[0]!, ...all.slice(1)]);
  await close();
  for (const name of ["beside", "small"]) expect(existsSync(fileOf(folder, name, "index"))).toBe(false);
}, 240_000);

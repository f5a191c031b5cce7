import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { clusteredVectors } from "./support/clustered-vectors.ts";
import { inOrder, nearest } from "./support/nearest.ts";
import { openStore, run, temporaryFolder } from "./support/open-store.ts";

const DIMENSION = 48;
const ROWS = 2_000;
const QUERIES = 25;
/** Memory small enough that vectors are stored as codes, and a row limit low enough that a graph is built. */
const settings = { cacheMemoryMb: 4, indexFromRows: 500 };
const spec = { collection: "near", dimension: DIMENSION };

const records = (count: number, seed = 1): readonly VectorRecord[] => {
  const next = clusteredVectors({ dimension: DIMENSION, clusters: 40, seed });
  return Array.from({ length: count }, (_, i) => ({
    id: `${seed}-${i}`,
    vector: next(),
    metadata: { tens: i % 10, thousands: i % 1_000 },
    text: "",
  }));
};

const queries = records(QUERIES, 99).map(({ vector }) => vector);

const fill = async (store: VectorStoreV1, all: readonly VectorRecord[]): Promise<void> => {
  await run(store.ensureCollection(spec));
  await run(store.upsert(spec.collection, all));
};

const indexIn = (folder: string) => join(folder, `collection-${spec.collection}.sqlite-index`);

/** The graph is stored once it has all rows. */
const untilStored = async (store: VectorStoreV1, folder: string): Promise<void> => {
  await run(store.search(spec.collection, { vector: queries[0]!, topK: 1 }));
  while (!(await readdir(folder)).some((name) => name.endsWith("-graph"))) await pause(10);
};

/**
 * Expects that every hit is a record, with its true cosine, in order, and that nearly all of the nearest are among
 * them.
 */
const expectNearest = async (store: VectorStoreV1, all: Iterable<VectorRecord>, topK = 10): Promise<void> => {
  const entries = [...all];
  let found = 0;
  for (const query of queries) {
    const { hits } = await run(store.search(spec.collection, { vector: query, topK }));
    const truth = nearest(entries, query, entries.length);
    const cosines = new Map(truth.map(({ id, cosine }) => [id, cosine]));
    expect(hits).toHaveLength(Math.min(topK, entries.length));
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
    expect(hits.every(({ id, cosine }) => Math.abs(cosine - cosines.get(id)!) < 1e-6)).toBe(true);
    expect(hits).toEqual(hits.toSorted(inOrder));
    const lowest = truth[hits.length - 1]!.cosine;
    found += hits.filter((hit) => hit.cosine >= lowest - 1e-6).length / hits.length;
  }
  expect(found / queries.length).toBeGreaterThanOrEqual(0.98);
};

const expectExact = async (store: VectorStoreV1, all: readonly VectorRecord[], topK: number, filters?: JsonObject) => {
  const filter = filters && parseFilter(filters);
  const matching = all.filter(({ metadata }) => Object.entries(filters ?? {}).every(([k, v]) => metadata[k] === v));
  for (const vector of queries) {
    const { hits } = await run(store.search(spec.collection, { vector, topK, ...(filter && { filter }) }));
    expect(hits.map(({ id }) => id)).toEqual(nearest(matching, vector, topK).map(({ id }) => id));
  }
};

test("a graph search finds nearly all of the nearest records, with exact cosines, also after a restart", async () => {
  const folder = await temporaryFolder();
  const { store, close } = await openStore(folder, settings);
  const all = records(ROWS);
  await fill(store, all);
  await untilStored(store, folder);
  for (const topK of [1, 10, 200]) await expectNearest(store, all, topK);
  await close();
  const again = await openStore(folder, settings);
  for (const topK of [1, 10, 200]) await expectNearest(again.store, all, topK);
});

// Regression: for hashed words a graph search found eight of the nearest ten, because neighbours of rows far from a
// query lead nowhere.
test("a search finds exactly the nearest records even if none is close to the query", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder, settings);
  const next = clusteredVectors({ dimension: DIMENSION, clusters: 1, seed: 1, spread: 40 });
  const all = Array.from({ length: 4_000 }, (_, i) => ({ id: `${i}`, vector: next(), metadata: {}, text: "" }));
  await fill(store, all);
  await untilStored(store, folder);
  await expectExact(store, all, 10);
});

// Regression: a collection that used little of the memory was stored in full and scanned, whatever number of rows it
// grew to.
test("a collection that grows to the row limit gets a graph, even with ample memory", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder, { ...settings, cacheMemoryMb: 512 });
  const all = records(ROWS);
  const few = all.slice(0, settings.indexFromRows - 1);
  await fill(store, few);
  await expectExact(store, few, 10);
  await run(store.upsert(spec.collection, all.slice(few.length)));
  await untilStored(store, folder);
  await expectNearest(store, all);
});

test("searches are exact with a filter, for many hits and with the exact setting", async () => {
  const folder = await temporaryFolder();
  const { store, close } = await openStore(folder, settings);
  const all = records(ROWS);
  await fill(store, all);
  await untilStored(store, folder);
  await expectExact(store, all, 10, { tens: 3 });
  await expectExact(store, all, 10, { thousands: 7 });
  await expectExact(store, all, 201);
  await close();
  const exact = await openStore(folder, { ...settings, index: "exact" });
  await expectExact(exact.store, all, 10);
});

test("records written after the graph was built are found at once, and removed ones never", async () => {
  const folder = await temporaryFolder();
  const all = new Map(records(ROWS).map((entry) => [entry.id, entry]));
  const first = await openStore(folder, settings);
  await fill(first.store, [...all.values()]);
  await untilStored(first.store, folder);
  const change = async (store: VectorStoreV1, seed: number): Promise<void> => {
    const added = records(300, seed);
    // Some of the new vectors replace existing ids: their old vectors must not be found any more.
    const changed = added.map((entry, i) => (i % 3 === 0 ? { ...entry, id: `1-${seed * 100 + i}` } : entry));
    await run(store.upsert(spec.collection, changed));
    for (const entry of changed) all.set(entry.id, entry);
    const removed = [...all.keys()].filter((_, i) => i % 7 === seed % 7);
    await run(store.deleteByIds(spec.collection, removed));
    for (const id of removed) all.delete(id);
    for (const entry of changed.slice(-20).filter(({ id }) => all.has(id))) {
      const { hits } = await run(store.search(spec.collection, { vector: entry.vector, topK: 1 }));
      expect(hits[0]!.id).toBe(entry.id);
    }
  };
  await change(first.store, 2);
  await expectNearest(first.store, all.values());
  await first.close();
  const second = await openStore(folder, settings);
  await expectNearest(second.store, all.values());
  await change(second.store, 3);
  await expectNearest(second.store, all.values());
});

// Regression: up to a tenth of the graph was rebuilt at each start, a minute of one processor for a million rows.
test("a complete graph is stored again after rows are added", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder, settings);
  await fill(store, records(ROWS));
  await untilStored(store, folder);
  const storedRows = async (): Promise<number> => {
    const bytes = await readFile(join(folder, `collection-${spec.collection}.sqlite-graph`));
    // The row count is the third number, after the format and the index.
    return bytes.readDoubleLE(2 * Float64Array.BYTES_PER_ELEMENT);
  };
  expect(await storedRows()).toBe(ROWS);
  const more = records(ROWS / 20, 2);
  await run(store.upsert(spec.collection, more));
  await run(store.search(spec.collection, { vector: queries[0]!, topK: 1 }));
  while ((await storedRows()) < ROWS + more.length) await pause(20);
});

test("a search fills top_k with the nearest remaining records after all near ones are removed", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder, settings);
  const all = records(ROWS);
  await fill(store, all);
  await untilStored(store, folder);
  const removed = new Set(nearest(all, queries[0]!, 600).map(({ id }) => id));
  await run(store.deleteByIds(spec.collection, [...removed]));
  const left = all.filter(({ id }) => !removed.has(id));
  const { hits } = await run(store.search(spec.collection, { vector: queries[0]!, topK: 10 }));
  expect(hits.map(({ id }) => id)).toEqual(nearest(left, queries[0]!, 10).map(({ id }) => id));
});

test("over a thousand equal vectors hide neither other vectors nor each other", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder, settings);
  const others = records(800);
  const [same] = records(1, 5);
  const all = [...others, ...Array.from({ length: 1_200 }, (_, i) => ({ ...same!, id: `same-${i}` }))];
  await fill(store, all);
  await untilStored(store, folder);
  await expectNearest(store, all);
  const { hits } = await run(store.search(spec.collection, { vector: same!.vector, topK: 200 }));
  expect(hits).toHaveLength(200);
  expect(hits.every(({ id }) => id.startsWith("same-"))).toBe(true);
});

test.each([
  ["truncated", async (path: string) => writeFile(path, (await readFile(path)).subarray(0, -10_000))],
  ["empty", (path: string) => writeFile(path, "")],
  ["overwritten", async (path: string) => writeFile(path, (await readFile(path)).fill(0x41, 8))],
  [
    "damaged",
    async (path: string) => {
      const bytes = await readFile(path);
      bytes[bytes.length >> 1]! ^= 1;
      await writeFile(path, bytes);
    },
  ],
])("an index that is %s is rebuilt", async (_, damage) => {
  const folder = await temporaryFolder();
  const { store, close } = await openStore(folder, settings);
  const all = records(ROWS);
  await fill(store, all);
  await untilStored(store, folder);
  const size = (await stat(indexIn(folder))).size;
  await close();
  await damage(indexIn(folder));
  const again = await openStore(folder, settings);
  await expectNearest(again.store, all);
  while ((await stat(indexIn(folder))).size !== size) await pause(10);
});

test.each([
  ["ids", records(1_000, 8)],
  [
    "vectors",
    records(ROWS)
      .slice(1_000)
      .map((entry, i) => ({ ...entry, vector: queries[i % QUERIES]! })),
  ],
])("an index is not used with a restored older copy of the file that received other %s", async (_, news) => {
  const folder = await temporaryFolder();
  const old = records(ROWS);
  const path = join(folder, `collection-${spec.collection}.sqlite`);
  const first = await openStore(folder, settings);
  await fill(first.store, old.slice(0, 1_000));
  await first.close();
  await copyFile(path, join(folder, "copy"));
  const second = await openStore(folder, settings);
  await run(second.store.upsert(spec.collection, old.slice(1_000)));
  await untilStored(second.store, folder);
  await second.close();
  await copyFile(join(folder, "copy"), path);
  const third = await openStore(folder, { ...settings, index: "exact" });
  // Under the numbers that the index already contains.
  await run(third.store.upsert(spec.collection, news));
  await third.close();
  const fourth = await openStore(folder, settings);
  await expectNearest(fourth.store, [...old.slice(0, 1_000), ...news]);
});

test("searches succeed while the graph is built, and dropping a collection leaves no files behind", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder, settings);
  const all = records(ROWS);
  await fill(store, all);
  const searches = Effect.forEach(Array.from({ length: 300 }), (_, i) =>
    store.search(spec.collection, { vector: queries[i % QUERIES]!, topK: 10 }),
  );
  for (const { hits } of await run(searches)) expect(hits).toHaveLength(10);
  await untilStored(store, folder);
  await run(store.dropCollection(spec.collection));
  expect(await readdir(folder)).toEqual([]);
  const others = records(ROWS, 6);
  await fill(store, others);
  await expectNearest(store, others);
  // Drops the collection in the middle of the build.
  await run(store.dropCollection(spec.collection));
  await pause(50);
  expect(await readdir(folder)).toEqual([]);
});

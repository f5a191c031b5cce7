import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { compileFilter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { expect, test } from "vitest";
import { clusteredVectors } from "./support/clustered-vectors.ts";
import { inOrder, nearest } from "./support/nearest.ts";
import { openStore, run, temporaryFolder } from "./support/open-store.ts";

const DIMENSION = 24;
/** Enough rows that a graph search is used if most of them match. */
const ROWS = 14_000;
const settings = { cacheMemoryMb: 16, indexFromRows: 500 };
const spec = { collection: "filtered", dimension: DIMENSION };
const columnsIn = (folder: string) => join(folder, `collection-${spec.collection}.sqlite-columns`);

const LONG = "a long text that nobody wants in memory ".repeat(10);

const records = (count: number, seed = 1): readonly VectorRecord[] => {
  const next = clusteredVectors({ dimension: DIMENSION, clusters: 40, seed });
  return Array.from({ length: count }, (_, i) => ({
    id: `${seed}-${i}`,
    vector: next(),
    metadata: {
      tens: i % 10,
      tenant: `tenant ${i % 500}`,
      at: new Date(1.7e12 + i * 60_000).toISOString(),
      tags: [`t${i % 3}`, i % 7],
      nested: { kind: i % 2 === 0 ? "even" : null },
      long: `${LONG}${i % 50}`,
    },
    text: "",
  }));
};

const FILTERS: readonly JsonObject[] = [
  { tens: { $ne: 3 } },
  { tags: { $in: ["t1", "t2", 0] }, tens: { $lt: 9 } },
  { at: { $gte: new Date(1.7e12 + 1_000 * 60_000).toISOString() } },
  { tenant: "tenant 7" },
  { tenant: { $in: Array.from({ length: 400 }, (_, i) => `tenant ${i}`) } },
  { "nested.kind": null },
  { $or: [{ tens: 1 }, { long: { $contains: "memory a long text" } }] },
  { long: { $gt: `${LONG}3` }, tags: 1 },
  { missing: { $exists: false } },
  { missing: 1 },
];

const queries = records(8, 99).map(({ vector }) => vector);

/**
 * Expects that all hits match, with their true cosines, in order, and that nearly all of the nearest matching records
 * are among them.
 */
const expectMatching = async (store: VectorStoreV1, all: readonly VectorRecord[]): Promise<void> => {
  for (const filters of FILTERS) {
    const filter = parseFilter(filters)!;
    const matches = compileFilter(filter);
    const matching = all.filter(({ metadata }) => matches(metadata));
    expect(await run(store.count(spec.collection, filter))).toBe(matching.length);
    let [found, wanted] = [0, 0];
    for (const vector of queries) {
      const truth = nearest(matching, vector, matching.length);
      const cosines = new Map(truth.map(({ id, cosine }) => [id, cosine]));
      const { hits } = await run(store.search(spec.collection, { vector, topK: 10, filter }));
      expect(hits).toHaveLength(Math.min(10, matching.length));
      expect(hits.every(({ id, cosine }) => Math.abs(cosine - cosines.get(id)!) < 1e-6)).toBe(true);
      expect(hits).toEqual(hits.toSorted(inOrder));
      const nearestIds = new Set(truth.slice(0, 10).map(({ id }) => id));
      found += hits.filter(({ id }) => nearestIds.has(id)).length;
      wanted += nearestIds.size;
    }
    if (wanted > 0) expect(found / wanted).toBeGreaterThanOrEqual(0.98);
  }
};

const untilStored = async (store: VectorStoreV1, folder: string): Promise<void> => {
  await run(store.search(spec.collection, { vector: queries[0]!, topK: 1 }));
  while (!(await readdir(folder)).some((name) => name.endsWith("-columns"))) await pause(20);
};

const fill = async (store: VectorStoreV1, all: readonly VectorRecord[]): Promise<void> => {
  await run(store.ensureCollection(spec));
  await run(store.upsert(spec.collection, all));
};

test(
  "a filtered search finds nearly all of the nearest matching records, before and after a restart",
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    const all = records(ROWS);
    const first = await openStore(folder, settings);
    await fill(first.store, all);
    await expectMatching(first.store, all);
    await untilStored(first.store, folder);
    await expectMatching(first.store, all);
    const changed = records(600, 2).map((entry, i) => (i % 2 === 0 ? { ...entry, id: `1-${i * 3}` } : entry));
    await run(first.store.upsert(spec.collection, changed));
    const left = [...new Map([...all, ...changed].map((entry) => [entry.id, entry])).values()];
    await expectMatching(first.store, left);
    await first.close();
    const second = await openStore(folder, settings);
    await expectMatching(second.store, left);
  },
);

test("a search with a new filter finds the nearest matches, also after deletes and upserts", async () => {
  const folder = await temporaryFolder();
  const all = new Map(records(ROWS).map((entry) => [entry.id, entry]));
  const { store } = await openStore(folder, settings);
  await fill(store, [...all.values()]);
  await run(store.search(spec.collection, { vector: queries[0]!, topK: 1 }));
  // Waits until the graph and the columns have all rows.
  while (!(await readdir(folder)).some((name) => name.endsWith("-graph"))) await pause(20);
  const fresh = [
    (turn: number) => ({ tenant: { $ne: `tenant ${turn}` } }),
    (turn: number) => ({
      at: { $gte: new Date(1.7e12 + turn * 3_600_000).toISOString(), $ne: "never" },
      tens: { $ne: turn % 10 },
    }),
    (turn: number) => ({ $or: [{ tenant: `tenant ${turn}` }, { tags: { $in: ["t0", "t1", turn] } }] }),
    (turn: number) => ({ $nor: [{ tens: turn % 10 }, { missing: turn }] }),
  ];
  let [found, wanted] = [0, 0];
  for (let turn = 0; turn < 60; turn += 1) {
    const filter = parseFilter(fresh[turn % fresh.length]!(turn))!;
    const matches = compileFilter(filter);
    const vector = queries[turn % queries.length]!;
    const matching = [...all.values()].filter(({ metadata }) => matches(metadata));
    const truth = nearest(matching, vector, matching.length);
    const cosines = new Map(truth.map(({ id, cosine }) => [id, cosine]));
    const { hits } = await run(store.search(spec.collection, { vector, topK: 10, filter }));
    expect(hits).toHaveLength(10);
    expect(hits.every(({ id, cosine }) => Math.abs(cosine - cosines.get(id)!) < 1e-6)).toBe(true);
    const nearestIds = new Set(truth.slice(0, 10).map(({ id }) => id));
    found += hits.filter(({ id }) => nearestIds.has(id)).length;
    wanted += 10;
    const [best] = hits;
    if (turn % 3 === 1) {
      await run(store.deleteByIds(spec.collection, [best!.id]));
      all.delete(best!.id);
    }
    if (turn % 5 === 4) {
      const entry = { ...all.get(hits[1]!.id)!, id: `new ${turn}`, vector };
      await run(store.upsert(spec.collection, [entry]));
      all.set(entry.id, entry);
      const { hits: now } = await run(store.search(spec.collection, { vector, topK: 1, filter }));
      expect(now.map(({ id }) => id)).toEqual([entry.id]);
    }
  }
  expect(found / wanted).toBeGreaterThanOrEqual(0.98);
});

test.each([
  ["truncated", (bytes: Buffer) => bytes.subarray(0, -1_000)],
  ["empty", () => Buffer.alloc(0)],
  ["overwritten", (bytes: Buffer) => bytes.fill(0x41)],
  ["from another index", (bytes: Buffer) => bytes.fill("1", bytes.indexOf('"index":') + 8, bytes.indexOf(',"shapes'))],
])("columns that are %s are rebuilt", async (_, damage) => {
  const folder = await temporaryFolder();
  const all = records(1_500);
  const first = await openStore(folder, settings);
  await fill(first.store, all);
  await untilStored(first.store, folder);
  await first.close();
  const damaged = damage(await readFile(columnsIn(folder)));
  await writeFile(columnsIn(folder), damaged);
  const second = await openStore(folder, settings);
  await expectMatching(second.store, all);
  const isMadeAgain = () =>
    readFile(columnsIn(folder))
      .then((bytes) => !bytes.equals(damaged))
      .catch(() => false);
  while (!(await isMadeAgain())) await pause(10);
});

// Regression: an index's record of removals would hide records of an older file copy in which they were not removed.
test("an index is not used with a restored older copy of the file that was written to since", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, `collection-${spec.collection}.sqlite`);
  const all = records(1_000);
  const first = await openStore(folder, settings);
  await fill(first.store, all);
  await first.close();
  await copyFile(path, join(folder, "copy"));
  const second = await openStore(folder, settings);
  await run(second.store.deleteByFilter(spec.collection, parseFilter({ tens: { $lt: 3 } })!));
  await run(second.store.upsert(spec.collection, records(700, 2)));
  await untilStored(second.store, folder);
  await second.close();
  await copyFile(join(folder, "copy"), path);
  const third = await openStore(folder, { ...settings, index: "exact" });
  const others = records(1_200, 3);
  for (const entry of others.slice(0, 100)) await run(third.store.upsert(spec.collection, [entry]));
  await run(third.store.upsert(spec.collection, others.slice(100)));
  await third.close();
  const fourth = await openStore(folder, settings);
  await expectMatching(fourth.store, [...all, ...others]);
});

test("a long filtered count yields to a short read that starts later", async () => {
  const { store } = await openStore(await temporaryFolder(), { index: "exact" });
  const all = records(ROWS);
  await fill(store, all);
  await run(store.count(spec.collection));
  const ended: string[] = [];
  const filter = parseFilter({ long: { $contains: "wants" } })!;
  const long = run(store.count(spec.collection, filter)).then(() => ended.push("long"));
  const short = run(store.get(spec.collection, ["1-0"])).then(() => ended.push("short"));
  await Promise.all([long, short]);
  expect(ended).toEqual(["short", "long"]);
});

import { compareStrings, compileFilter, parseFilter } from "@quarry/plugin/domain";
import { filterArbitrary, metadataArbitrary } from "@quarry/plugin-testkit";
import fc from "fast-check";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { OpenFiles } from "../../src/storage/open-files.ts";
import { Mirrors } from "../../src/vectors/read/mirrors.ts";
import { ReadableCollection } from "../../src/vectors/read/readable-collection.ts";
import { collectionPath } from "../../src/vectors/storage/collection-paths.ts";
import { openStore, run, temporaryFolder, vectorOf } from "./support/open-store.ts";

/** Storage forms of 300 vectors under the store's memory limit of 1 MB. */
const FORMS = [
  { held: "as codes", dimension: 1_024 },
  { held: "only in its file", dimension: 8_192 },
] as const;
const RECORDS = 300;
const FILTERS = 40;

test.each(FORMS)(
  "a collection stored $held returns the exact hits, with and without filters",
  async ({ dimension }) => {
    const { store } = await openStore(await temporaryFolder(), { cacheMemoryMb: 1 });
    const records = fc.sample(metadataArbitrary, { numRuns: RECORDS, seed: 3 }).map((metadata, i) => ({
      id: `r${i}`,
      // Pairs of equal vectors, so that ties occur.
      vector: vectorOf(i >> 1, dimension),
      metadata,
      text: "",
    }));
    await run(store.ensureCollection({ collection: "large", dimension }));
    await run(store.upsert("large", records));
    const vector = vectorOf(5_000, dimension);
    const cosines = new Map(
      records.map(({ id, vector: own }) => [id, own.reduce((sum, x, i) => sum + x * vector[i]!, 0)]),
    );

    for (const [i, filters] of [undefined, ...fc.sample(filterArbitrary, { numRuns: FILTERS, seed: 4 })].entries()) {
      const filter = filters && parseFilter(filters);
      const matching = records.filter((entry) => filter === undefined || compileFilter(filter)(entry.metadata));
      const topK = i % 2 === 0 ? 7 : RECORDS;
      const expected = matching
        .map((entry) => entry.id)
        .toSorted((a, b) => cosines.get(b)! - cosines.get(a)! || compareStrings(a, b))
        .slice(0, topK);
      const { hits } = await run(store.search("large", { vector, topK, filter }));
      expect(hits.map((hit) => hit.id)).toEqual(expected);
      expect(await run(store.count("large", filter))).toBe(matching.length);
    }
  },
);

test.each(FORMS)(
  "a collection that grows until it is stored $held, and shrinks, returns correct hits",
  async ({ dimension }) => {
    const { store } = await openStore(await temporaryFolder(), { cacheMemoryMb: 1 });
    await run(store.ensureCollection({ collection: "breathing", dimension }));
    const ids = Array.from({ length: RECORDS }, (_, i) => `r${i}`);
    for (let start = 0; start < RECORDS; start += 50) {
      const batch = ids.slice(start, start + 50).map((id, i) => {
        return { id, vector: vectorOf(start + i, dimension), metadata: { n: start + i }, text: "" };
      });
      await run(store.upsert("breathing", batch));
      const { hits } = await run(store.search("breathing", { vector: vectorOf(start, dimension), topK: RECORDS }));
      expect(hits).toHaveLength(start + 50);
      expect(hits[0]!.id).toBe(`r${start}`);
    }
    await run(store.deleteByFilter("breathing", parseFilter({ n: { $gte: 10 } })!));
    const { hits } = await run(store.search("breathing", { vector: vectorOf(3, dimension), topK: RECORDS }));
    expect(hits.map((hit) => hit.id).toSorted()).toEqual(ids.slice(0, 10).toSorted());
    expect(hits[0]!.id).toBe("r3");
  },
);

test("searches during removals fill top_k, and searches afterwards leave removed rows out", async () => {
  const { store } = await openStore(await temporaryFolder(), { cacheMemoryMb: 1 });
  const dimension = 256;
  await run(store.ensureCollection({ collection: "shrinking", dimension }));
  const ids = Array.from({ length: 1_500 }, (_, i) => `r${i}`);
  await run(
    store.upsert(
      "shrinking",
      ids.map((id, i) => ({ id, vector: vectorOf(i, dimension), metadata: {}, text: "" })),
    ),
  );
  const removed = ids.filter((_, i) => i % 2 === 0);
  const searches = Effect.forEach(
    Array.from({ length: 200 }, (_, i) => i),
    (i) => store.search("shrinking", { vector: vectorOf(i, dimension), topK: 50 }),
  );
  const removals = Effect.forEach(removed, (id) => store.deleteByIds("shrinking", [id]), { concurrency: 20 });
  const [answers] = await run(Effect.all([searches, removals], { concurrency: 2 }));
  for (const { hits } of answers) expect(new Set(hits.map(({ id }) => id)).size).toBe(50);
  const { hits } = await run(store.search("shrinking", { vector: vectorOf(0, dimension), topK: 1_500 }));
  expect(hits.map(({ id }) => id).toSorted()).toEqual(ids.filter((_, i) => i % 2 === 1).toSorted());
});

test("a collection that exceeds the memory only with its replaced rows is read into memory again", async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder);
  const [dimension, limit] = [256, 1_048_576];
  await run(store.ensureCollection({ collection: "replaced", dimension }));
  const records = Array.from({ length: 3_000 }, (_, i) => ({
    ...{ id: `r${i}`, vector: vectorOf(i, dimension), metadata: {}, text: "" },
  }));
  await run(store.upsert("replaced", records));
  const collections = new OpenFiles<ReadableCollection>(1, () => "");
  const mirrors = new Mirrors(collections, limit, Number.POSITIVE_INFINITY);
  const collection = ReadableCollection.open(collectionPath(folder, "replaced"), "replaced")!;
  expect(mirrors.current(collection)?.length).toBe(3_000);
  await run(store.upsert("replaced", records.slice(0, 900)));
  expect(mirrors.current(collection)?.length).toBe(3_000);
  collection.close();
});

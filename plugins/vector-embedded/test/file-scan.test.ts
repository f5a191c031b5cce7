import { compareStrings, compileFilter, parseFilter } from "@quarry/domain";
import { filterArbitrary, metadataArbitrary } from "@quarry/plugin/conformance";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore, run, temporaryFolder, vectorOf } from "./support/open-store.ts";

const DIMENSION = 1_024;
/** 300 vectors of 4 KB: more than the one MB of memory that the store is given. */
const RECORDS = 300;
const FILTERS = 40;

test("a collection that doesn't fit into memory gives the same hits, filtered and not", async () => {
  const { store } = await openStore(await temporaryFolder(), { cacheMemoryMb: 1 });
  const records = fc.sample(metadataArbitrary, { numRuns: RECORDS, seed: 3 }).map((metadata, i) => ({
    id: `r${i}`,
    // Pairs of equal vectors, so that ties occur.
    vector: vectorOf(i >> 1, DIMENSION),
    metadata,
    text: "",
  }));
  await run(store.ensureCollection({ collection: "large", dimension: DIMENSION }));
  await run(store.upsert("large", records));
  const vector = vectorOf(5_000, DIMENSION);
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
});

test("a collection that outgrows memory, and shrinks into it again, stays right", async () => {
  const { store } = await openStore(await temporaryFolder(), { cacheMemoryMb: 1 });
  await run(store.ensureCollection({ collection: "breathing", dimension: DIMENSION }));
  const ids = Array.from({ length: RECORDS }, (_, i) => `r${i}`);
  for (let start = 0; start < RECORDS; start += 50) {
    const batch = ids.slice(start, start + 50).map((id, i) => {
      return { id, vector: vectorOf(start + i, DIMENSION), metadata: { n: start + i }, text: "" };
    });
    await run(store.upsert("breathing", batch));
    const { hits } = await run(store.search("breathing", { vector: vectorOf(start, DIMENSION), topK: RECORDS }));
    expect(hits).toHaveLength(start + 50);
    expect(hits[0]!.id).toBe(`r${start}`);
  }
  await run(store.deleteByFilter("breathing", parseFilter({ n: { $gte: 10 } })!));
  const { hits } = await run(store.search("breathing", { vector: vectorOf(3, DIMENSION), topK: RECORDS }));
  expect(hits.map((hit) => hit.id).toSorted()).toEqual(ids.slice(0, 10).toSorted());
  expect(hits[0]!.id).toBe("r3");
});

import { compareStrings } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { describe, expect, test } from "vitest";
import { dot, numbered, record, seededVector, unit } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

/** Decimal digits of a cosine that a float32 backend must get right. */
const DIGITS = 4;

export const searchSuite = (harness: VectorStoreHarness): void => {
  const search = (collection: string, vector: Float32Array, topK: number) =>
    harness.run((store) => store.search(collection, { vector, topK }));

  describe("search", () => {
    test("returns the cosine itself: 1, 0.7071, 0 and -1", async () => {
      const collection = await harness.collectionOf([
        record("opposite", unit(-1, 0, 0)),
        record("orthogonal", unit(0, 1, 0)),
        record("diagonal", unit(1, 0, 1)),
        record("same", unit(1, 0, 0)),
      ]);
      const { hits } = await search(collection, unit(1, 0, 0), 10);
      expect(hits.map((hit) => hit.id)).toEqual(["same", "diagonal", "orthogonal", "opposite"]);
      for (const [i, cosine] of [1, Math.SQRT1_2, 0, -1].entries()) expect(hits[i]!.cosine).toBeCloseTo(cosine, DIGITS);
    });

    test("returns cosines within [-1, 1]", async () => {
      const vectors = Array.from({ length: 40 }, (_, i) => seededVector(i, 33));
      const collection = await harness.collectionOf(vectors.map((vector, i) => record(`v${i}`, vector)));
      for (const vector of vectors.slice(0, 10)) {
        for (const query of [vector, vector.map((part) => -part)]) {
          const { hits } = await search(collection, query, 40);
          expect(hits.every((hit) => hit.cosine >= -1 && hit.cosine <= 1)).toBe(true);
          expect(Math.max(...hits.map((hit) => Math.abs(hit.cosine)))).toBeCloseTo(1, DIGITS);
        }
      }
    });

    test("equal cosines are ordered by id in code point order, also at the topK cutoff", async () => {
      const few = ["b", "a", "B", "\uffee", "😀", "é", "aa", "10", "9"];
      // Many ids, in an order of their own: a store that fetches a few more hits than it returns must order those too.
      const ids = [...few, ...Array.from({ length: 80 }, (_, i) => `tie${(i * 37) % 80}`)];
      const collection = await harness.collectionOf(ids.map((id) => record(id, unit(1, 1, 0))));
      const ordered = ids.toSorted(compareStrings);
      for (const topK of [1, 3, ids.length]) {
        const { hits } = await search(collection, unit(1, 1, 0), topK);
        expect(hits.map((hit) => hit.id)).toEqual(ordered.slice(0, topK));
      }
    });

    test("cosines, if supported, equal those of a search and omit unknown ids", async (context) => {
      const records = numbered(60);
      const collection = await harness.collectionOf(records);
      const vector = seededVector(3, 4);
      const ids = [...records.map(({ id }) => id), "unknown", "\ud800"];
      const cosines = await harness.run(
        (store) => store.cosines?.(collection, vector, ids) ?? Effect.succeed(undefined),
      );
      if (cosines === undefined) return context.skip();
      const { hits } = await search(collection, vector, records.length);
      expect([...cosines.keys()].toSorted()).toEqual(hits.map(({ id }) => id).toSorted());
      for (const { id, cosine } of hits) expect(cosines.get(id)).toBe(cosine);
      // New writes are visible, and deleted records are not.
      await harness.run((store) => store.upsert(collection, [record(records[0]!.id, vector)]));
      await harness.run((store) => store.deleteByIds(collection, [records[1]!.id]));
      const later = await harness.run((store) => store.cosines!(collection, vector, ids.slice(0, 2)));
      expect([...later.keys()]).toEqual([records[0]!.id]);
      expect(later.get(records[0]!.id)).toBeCloseTo(1, DIGITS);
    });

    test("a topK above the number of records returns all of them", async () => {
      const collection = await harness.collectionOf(numbered(7));
      expect((await search(collection, seededVector(3, 4), harness.plugin.capabilities.maxTopK)).hits).toHaveLength(7);
      expect((await search(collection, seededVector(3, 4), 3)).hits).toHaveLength(3);
    });

    test("an empty collection returns no hits", async () => {
      const collection = await harness.collectionOf([], 3);
      expect((await search(collection, unit(1, 0, 0), 10)).hits).toEqual([]);
    });

    test.each([3, 16, 17, 384])("finds the true nearest neighbors in %d dimensions", async (dimension) => {
      const records = numbered(200, dimension);
      const collection = await harness.collectionOf(records);
      for (let seed = 1_000; seed < 1_005; seed += 1) {
        const query = seededVector(seed, dimension);
        const { hits } = await search(collection, query, 10);
        const cosines = records.map((entry) => dot(entry.vector, query)).toSorted((a, b) => b - a);
        expect(hits).toHaveLength(10);
        for (const [i, hit] of hits.entries()) {
          const entry = records.find((candidate) => candidate.id === hit.id)!;
          expect(hit.cosine).toBeCloseTo(dot(entry.vector, query), DIGITS);
          expect(hit.cosine).toBeCloseTo(cosines[i]!, DIGITS);
        }
        expect(hits.map((hit) => hit.cosine)).toEqual(hits.map((hit) => hit.cosine).toSorted((a, b) => b - a));
      }
    });

    test("the largest declared dimension can be stored and searched", async () => {
      const dimension = harness.plugin.capabilities.maxDimension;
      const records = numbered(3, dimension);
      const collection = await harness.collectionOf(records);
      const { hits } = await search(collection, records[1]!.vector, 1);
      expect(hits[0]!.id).toBe(records[1]!.id);
      expect(hits[0]!.cosine).toBeCloseTo(1, DIGITS);
    });

    test("a query vector of the wrong length is invalid", async () => {
      const collection = await harness.collectionOf(numbered(3));
      const error = await harness.failure((store) => store.search(collection, { vector: unit(1, 0), topK: 1 }));
      expect(error.reason).toBe("invalid");
    });
  });
};

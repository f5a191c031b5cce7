import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { numbered, record, seededVector } from "./sample-records.ts";
import { VectorStoreHarness } from "./vector-store-harness.ts";

/** Suite for stores that declare `sharedBetweenProcesses`: two instances share no state in memory. */
export const sharingSuite = (harness: VectorStoreHarness, settings: unknown): void => {
  describe.runIf(harness.plugin.capabilities.sharedBetweenProcesses)("with a second open instance", () => {
    const other = new VectorStoreHarness(harness.plugin, settings);
    beforeAll(() => other.open());
    afterAll(() => other.dispose());

    test("writes and deletes of one instance are immediately visible to the other", async () => {
      const collection = await harness.collectionOf(numbered(10));
      for (let i = 0; i < 5; i += 1) {
        await other.run((store) => store.upsert(collection, [record(`o${i}`, seededVector(i, 4), { i })]));
        expect(await harness.run((store) => store.get(collection, [`o${i}`]))).toHaveLength(1);
        await harness.run((store) => store.deleteByIds(collection, [`r0000${i}`]));
        expect(await other.run((store) => store.count(collection))).toBe(10);
      }
    });

    test("a collection dropped by the other instance is unknown and accepts no writes", async () => {
      const collection = await harness.collectionOf(numbered(3));
      await other.run((store) => store.dropCollection(collection));
      const vector = seededVector(1, 4);
      const failures = [
        await harness.failure((store) => store.search(collection, { vector, topK: 1 })),
        await harness.failure((store) => store.upsert(collection, [record("a", vector)])),
        await harness.failure((store) => store.count(collection)),
      ];
      expect(failures.map(({ reason }) => reason)).toEqual(["not_found", "not_found", "not_found"]);
    });

    test("a collection recreated by the other instance is used with its new dimension", async () => {
      const collection = await harness.collectionOf(numbered(3));
      await other.run((store) => store.dropCollection(collection));
      await other.run((store) => store.ensureCollection({ collection, dimension: 5 }));
      await other.run((store) => store.upsert(collection, numbered(2, 5)));
      await harness.run((store) => store.upsert(collection, [record("a", seededVector(9, 5))]));
      const found = await harness.run((store) => store.search(collection, { vector: seededVector(9, 5), topK: 5 }));
      expect(found.hits).toHaveLength(3);
      expect(found.hits[0]!.id).toBe("a");
      const old = await harness.failure((store) => store.upsert(collection, numbered(1)));
      expect(old.reason).toBe("invalid");
    });
  });
};

import { describe, expect, test } from "vitest";
import { numbered, record, unit } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

export const collectionsSuite = (harness: VectorStoreHarness): void => {
  describe("collections", () => {
    test("ensuring a collection twice preserves its records", async () => {
      const collection = await harness.collectionOf([record("a", unit(1, 0, 0))]);
      await harness.run((store) => store.ensureCollection({ collection, dimension: 3 }));
      expect(await harness.ids(collection)).toEqual(["a"]);
    });

    test("ensuring a collection concurrently creates one collection", async () => {
      const collection = harness.newName();
      const spec = { collection, dimension: 3 };
      await Promise.all(Array.from({ length: 8 }, () => harness.run((store) => store.ensureCollection(spec))));
      await harness.run((store) => store.upsert(collection, [record("a", unit(1, 0, 0))]));
      expect(await harness.ids(collection)).toEqual(["a"]);
    });

    test("ensuring a collection with another dimension fails as incompatible and changes nothing", async () => {
      const collection = await harness.collectionOf([record("a", unit(1, 0, 0))]);
      const error = await harness.failure((store) => store.ensureCollection({ collection, dimension: 4 }));
      expect(error.reason).toBe("incompatible");
      expect(error.isRetryable).toBe(false);
      expect(await harness.ids(collection)).toEqual(["a"]);
    });

    test("the shortest and the longest name work, and similar names are different collections", async () => {
      const stem = harness.newName();
      const names = [stem, `${stem}_`, `${stem}0`, stem.padEnd(63, "x"), stem.padEnd(62, "x"), `a${stem.slice(-2)}`];
      for (const collection of names) {
        await harness.run((store) => store.dropCollection(collection));
        await harness.run((store) => store.ensureCollection({ collection, dimension: 3 }));
        await harness.run((store) => store.upsert(collection, [record(collection, unit(1, 0, 0))]));
      }
      for (const collection of names) {
        expect(await harness.ids(collection)).toEqual([collection]);
        await harness.run((store) => store.dropCollection(collection));
      }
    });

    test("dropping an unknown collection does nothing", async () => {
      const collection = harness.newName();
      await harness.run((store) => store.dropCollection(collection));
      expect((await harness.failure((store) => store.count(collection))).reason).toBe("not_found");
    });

    test("a dropped collection is unknown, and recreating it with another dimension starts empty", async () => {
      const collection = await harness.collectionOf(numbered(20, 4));
      await harness.run((store) => store.dropCollection(collection));
      await harness.run((store) => store.dropCollection(collection));
      expect((await harness.failure((store) => store.count(collection))).reason).toBe("not_found");

      await harness.run((store) => store.ensureCollection({ collection, dimension: 3 }));
      expect(await harness.run((store) => store.count(collection))).toBe(0);
      expect(await harness.run((store) => store.get(collection, ["r00001"]))).toEqual([]);
      const found = await harness.run((store) => store.search(collection, { vector: unit(1, 0, 0), topK: 10 }));
      expect(found.hits).toEqual([]);
    });

    test("every call on an unknown collection is not_found", async () => {
      const collection = harness.newName();
      const filter = { op: "exists", path: "a", negated: false } as const;
      const vector = unit(1, 0, 0);
      const failures = [
        await harness.failure((store) => store.upsert(collection, [record("a", vector)])),
        await harness.failure((store) => store.get(collection, ["a"])),
        await harness.failure((store) => store.list(collection, { limit: 10 })),
        await harness.failure((store) => store.count(collection)),
        await harness.failure((store) => store.deleteByIds(collection, ["a"])),
        await harness.failure((store) => store.deleteByFilter(collection, filter)),
        await harness.failure((store) => store.search(collection, { vector, topK: 1 })),
      ];
      expect(failures.map((error) => error.reason)).toEqual(failures.map(() => "not_found"));
      expect(failures.every((error) => error.message.length > 0 && !error.isRetryable)).toBe(true);
    });
  });
};

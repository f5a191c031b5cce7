import { parseFilter } from "@quarry/plugin/domain";
import { describe, expect, test } from "vitest";
import { numbered, record, seededVector } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

export const deleteSuite = (harness: VectorStoreHarness): void => {
  describe("delete", () => {
    test("by ids returns the number of deleted records, counting duplicates once", async () => {
      const collection = await harness.collectionOf(numbered(5));
      const ids = ["r00000", "unknown", "r00002", "r00000"];
      expect(await harness.run((store) => store.deleteByIds(collection, ids))).toBe(2);
      expect(await harness.run((store) => store.deleteByIds(collection, ids))).toBe(0);
      expect(await harness.run((store) => store.deleteByIds(collection, []))).toBe(0);
      expect(await harness.ids(collection)).toEqual(["r00001", "r00003", "r00004"]);
    });

    test("by filter removes exactly the matching records", async () => {
      const collection = await harness.collectionOf(numbered(300, 4, (i) => ({ document_id: `d${i % 3}` })));
      const filter = parseFilter({ document_id: { $in: ["d0", "d2"] } })!;
      expect(await harness.run((store) => store.deleteByFilter(collection, filter))).toBe(200);
      expect(await harness.run((store) => store.count(collection, filter))).toBe(0);
      expect(await harness.run((store) => store.deleteByFilter(collection, filter))).toBe(0);
      expect(await harness.run((store) => store.count(collection))).toBe(100);
    });

    test("by filter removes thousands of records", async () => {
      const collection = await harness.collectionOf(numbered(3_500, 4, (i) => ({ n: i })));
      const filter = parseFilter({ n: { $lt: 3_400 } })!;
      expect(await harness.run((store) => store.deleteByFilter(collection, filter))).toBe(3_400);
      expect(await harness.run((store) => store.count(collection))).toBe(100);
    });

    test("by filter uses a record's latest metadata, not its earlier metadata", async () => {
      const collection = await harness.collectionOf(numbered(4, 4, () => ({ state: "old" })));
      await harness.run((store) => store.upsert(collection, [record("r00001", seededVector(1, 4), { state: "new" })]));
      const old = parseFilter({ state: "old" })!;
      expect(await harness.run((store) => store.deleteByFilter(collection, old))).toBe(3);
      expect(await harness.ids(collection)).toEqual(["r00001"]);
    });

    test("a deleted record is absent from every read and can be inserted again", async () => {
      const entry = record("a", seededVector(1, 4), { n: 1 }, "text");
      const collection = await harness.collectionOf([entry]);
      await harness.run((store) => store.deleteByIds(collection, ["a"]));
      expect(await harness.run((store) => store.get(collection, ["a"]))).toEqual([]);
      expect(await harness.ids(collection)).toEqual([]);
      expect(await harness.run((store) => store.count(collection))).toBe(0);
      const search = () => harness.run((store) => store.search(collection, { vector: entry.vector, topK: 5 }));
      expect((await search()).hits).toEqual([]);

      await harness.run((store) => store.upsert(collection, [entry]));
      expect((await search()).hits.map((hit) => hit.id)).toEqual(["a"]);
      expect(await harness.run((store) => store.get(collection, ["a"]))).toEqual([entry]);
    });
  });
};

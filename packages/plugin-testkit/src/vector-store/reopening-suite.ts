import { parseFilter } from "@quarry/plugin/domain";
import { describe, expect, test } from "vitest";
import { numbered, record, seededVector } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

export const reopeningSuite = (harness: VectorStoreHarness): void => {
  describe("closing and opening again", () => {
    test("preserves writes, deletes and drops", async () => {
      const records = numbered(120);
      const collection = await harness.collectionOf(records);
      const dropped = await harness.collectionOf(numbered(3));
      await harness.run((store) =>
        store.upsert(collection, [record("r00003", seededVector(900, 4), { n: "new" }, "new")]),
      );
      await harness.run((store) => store.deleteByIds(collection, ["r00005"]));
      await harness.run((store) => store.deleteByFilter(collection, parseFilter({ n: { $gte: 110 } })!));
      await harness.run((store) => store.dropCollection(dropped));

      await harness.close();
      await harness.open();

      expect(await harness.run((store) => store.count(collection))).toBe(109);
      expect(await harness.run((store) => store.get(collection, ["r00003", "r00005", "r00115"]))).toEqual([
        record("r00003", seededVector(900, 4), { n: "new" }, "new"),
      ]);
      const { hits } = await harness.run((store) => store.search(collection, { vector: records[8]!.vector, topK: 1 }));
      expect(hits[0]!.id).toBe("r00008");
      expect((await harness.failure((store) => store.count(dropped))).reason).toBe("not_found");
      const other = await harness.failure((store) => store.ensureCollection({ collection, dimension: 5 }));
      expect(other.reason).toBe("incompatible");
      await harness.run((store) => store.upsert(collection, [record("later", seededVector(1, 4))]));
      expect(await harness.run((store) => store.count(collection))).toBe(110);
    });

    test("an unused store closes and opens again", async () => {
      await harness.close();
      await harness.open();
      await harness.close();
      await harness.open();
      const collection = await harness.collectionOf(numbered(2));
      expect(await harness.ids(collection)).toEqual(["r00000", "r00001"]);
    });
  });
};

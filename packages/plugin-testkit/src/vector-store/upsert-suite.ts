import { describe, expect, test } from "vitest";
import { numbered, ODD_IDS, record, seededVector, unit } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

export const upsertSuite = (harness: VectorStoreHarness): void => {
  describe("upsert", () => {
    test("an upsert replaces the whole record: vector, metadata and text", async () => {
      const old = record("a", unit(1, 0, 0), { keep: 1, drop: { deep: [1] }, tags: ["x"] }, "old text");
      const collection = await harness.collectionOf([old]);
      const replacement = record("a", unit(0, 1, 0), { other: true }, "");
      await harness.run((store) => store.upsert(collection, [replacement]));

      expect(await harness.run((store) => store.get(collection, ["a"]))).toEqual([replacement]);
      expect(await harness.run((store) => store.count(collection))).toBe(1);
      for (const path of ["keep", "drop", "drop.deep", "tags"]) {
        const filter = { op: "exists", path, negated: false } as const;
        expect(await harness.run((store) => store.count(collection, filter))).toBe(0);
      }
      const found = await harness.run((store) => store.search(collection, { vector: unit(0, 1, 0), topK: 5 }));
      expect(found.hits.map((hit) => hit.id)).toEqual(["a"]);
      expect(found.hits[0]!.cosine).toBeCloseTo(1, 5);
    });

    test("the last of two records with the same id wins", async () => {
      const collection = await harness.collectionOf([
        record("a", unit(1, 0, 0), { n: 1 }, "first"),
        record("b", unit(1, 0, 0), { n: 2 }),
        record("a", unit(0, 1, 0), { n: 3 }, "last"),
      ]);
      const [entry] = await harness.run((store) => store.get(collection, ["a"]));
      expect(entry).toEqual(record("a", unit(0, 1, 0), { n: 3 }, "last"));
      expect(await harness.run((store) => store.count(collection))).toBe(2);
    });

    test("a vector of the wrong length is invalid, and nothing of its batch is stored", async () => {
      const collection = await harness.collectionOf([record("old", unit(1, 0, 0), { n: 1 })]);
      const batch = [
        record("old", unit(0, 1, 0), { n: 2 }),
        record("new", unit(0, 1, 0)),
        record("bad", unit(0, 1, 0, 0)),
        record("later", unit(0, 1, 0)),
      ];
      const error = await harness.failure((store) => store.upsert(collection, batch));
      expect(error.reason).toBe("invalid");
      expect(error.isRetryable).toBe(false);
      expect(await harness.ids(collection)).toEqual(["old"]);
      const [entry] = await harness.run((store) => store.get(collection, ["old"]));
      expect(entry!.metadata).toEqual({ n: 1 });
    });

    test("an empty batch is accepted", async () => {
      const collection = await harness.collectionOf([], 3);
      await harness.run((store) => store.upsert(collection, []));
      expect(await harness.run((store) => store.count(collection))).toBe(0);
    });

    test("any string is a valid id, and different ids are never confused", async () => {
      const records = ODD_IDS.map((id, i) => record(id, seededVector(i, 4), { n: i }, `text of ${i}`));
      const collection = await harness.collectionOf(records);
      const stored = await harness.run((store) => store.get(collection, ODD_IDS));
      expect(new Map(stored.map((entry) => [entry.id, entry]))).toEqual(
        new Map(records.map((entry) => [entry.id, entry])),
      );

      const found = await harness.run((store) => store.search(collection, { vector: seededVector(0, 4), topK: 100 }));
      expect(found.hits.map((hit) => hit.id).sort()).toEqual([...ODD_IDS].sort());
      for (const id of ODD_IDS) expect(await harness.run((store) => store.deleteByIds(collection, [id]))).toBe(1);
      expect(await harness.run((store) => store.count(collection))).toBe(0);
    });

    test("text is returned unchanged", async () => {
      const texts = ["", " ", "line\r\nline\u0085\u2028", "😀 日本語 é e\u0301", `'";--\\%_`, "x".repeat(200_000)];
      const collection = await harness.collectionOf(texts.map((text, i) => record(`t${i}`, unit(1, 0, 0), {}, text)));
      const stored = await harness.run((store) =>
        store.get(
          collection,
          texts.map((_, i) => `t${i}`),
        ),
      );
      expect(new Map(stored.map((entry) => [entry.id, entry.text]))).toEqual(
        new Map(texts.map((text, i) => [`t${i}`, text])),
      );
    });

    test("a batch larger than a backend's limit is stored completely", async () => {
      const records = numbered(6_000, 4);
      const collection = await harness.collectionOf(records);
      expect(await harness.run((store) => store.count(collection))).toBe(6_000);
      const [last] = await harness.run((store) => store.get(collection, [records.at(-1)!.id]));
      expect(last).toEqual(records.at(-1));
    });

    test("every write is visible to the next call", async () => {
      const collection = await harness.collectionOf([], 3);
      const vector = unit(1, 0, 0);
      const search = () => harness.run((store) => store.search(collection, { vector, topK: 100 }));
      for (let i = 0; i < 25; i += 1) {
        await harness.run((store) => store.upsert(collection, [record(`w${i}`, vector, { i })]));
        expect((await search()).hits).toHaveLength(i + 1);
        expect(await harness.run((store) => store.count(collection))).toBe(i + 1);
      }
      for (let i = 0; i < 25; i += 1) {
        await harness.run((store) => store.deleteByIds(collection, [`w${i}`]));
        expect((await search()).hits.map((hit) => hit.id)).not.toContain(`w${i}`);
      }
      expect((await search()).hits).toEqual([]);
    });
  });
};

import { setImmediate } from "node:timers/promises";
import { parseFilter } from "@quarry/plugin/domain";
import { Effect, Fiber } from "effect";
import { describe, expect, test } from "vitest";
import { numbered, record, seededVector } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

export const concurrencySuite = (harness: VectorStoreHarness): void => {
  describe("concurrent calls", () => {
    test("parallel upserts, deletes and searches on one collection end like sequential ones", async () => {
      const collection = await harness.collectionOf(numbered(50));
      const work: Promise<unknown>[] = [];
      for (let i = 0; i < 60; i += 1) {
        const entries = [record(`c${i}`, seededVector(i, 4), { i }), record(`d${i}`, seededVector(i, 4), { i })];
        work.push(
          harness
            .run((store) => store.upsert(collection, entries))
            .then(async () => {
              expect(await harness.run((store) => store.get(collection, [`c${i}`, `d${i}`]))).toHaveLength(2);
              if (i % 2 === 0) await harness.run((store) => store.deleteByIds(collection, [`d${i}`]));
            }),
          harness
            .run((store) => store.search(collection, { vector: seededVector(i, 4), topK: 10 }))
            .then((found) => {
              expect(found.hits).toHaveLength(10);
              expect(new Set(found.hits.map((hit) => hit.id)).size).toBe(10);
            }),
        );
      }
      await Promise.all(work);
      expect(await harness.run((store) => store.count(collection))).toBe(50 + 60 + 30);
    });

    test("parallel upserts of one id leave one intact record", async () => {
      const collection = await harness.collectionOf([], 4);
      const entries = Array.from({ length: 20 }, (_, i) => record("same", seededVector(i, 4), { i }, `text ${i}`));
      await Promise.all(entries.map((entry) => harness.run((store) => store.upsert(collection, [entry]))));
      const stored = await harness.run((store) => store.get(collection, ["same"]));
      expect(stored).toHaveLength(1);
      expect(entries).toContainEqual(stored[0]);
    });

    test("one caller's invalid batch does not fail the others", async () => {
      const collection = await harness.collectionOf([], 4);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          Effect.runPromise(
            harness.store
              .upsert(collection, [record(`e${i}`, seededVector(i, i % 5 === 0 ? 3 : 4))])
              .pipe(Effect.match({ onFailure: (error) => error.reason, onSuccess: () => "stored" })),
          ),
        ),
      );
      expect(outcomes).toEqual(Array.from({ length: 20 }, (_, i) => (i % 5 === 0 ? "invalid" : "stored")));
      expect(await harness.run((store) => store.count(collection))).toBe(16);
    });

    test("counts stay constant while a batch replaces all records", async () => {
      const collection = await harness.collectionOf(numbered(100, 4, () => ({ version: 0 })));
      const write = async (): Promise<void> => {
        for (let version = 1; version <= 5; version += 1) {
          await harness.run((store) =>
            store.upsert(
              collection,
              numbered(100, 4, () => ({ version })),
            ),
          );
        }
      };
      let writing = true;
      const read = async (): Promise<void> => {
        while (writing) {
          expect(await harness.run((store) => store.count(collection))).toBe(100);
          // Yields to the event loop: a store that reads from memory would otherwise starve pending disk writes.
          await setImmediate();
        }
      };
      await Promise.all([write().finally(() => (writing = false)), read()]);
      const last = parseFilter({ version: 5 })!;
      expect(await harness.run((store) => store.count(collection, last))).toBe(100);
    });

    test("interrupted calls leave the store usable and batches stored completely or not at all", async () => {
      const collection = await harness.collectionOf(numbered(50));
      for (let i = 0; i < 10; i += 1) {
        const calls = Effect.all(
          [
            harness.store.upsert(collection, [record("i1", seededVector(i, 4)), record("i2", seededVector(i, 4))]),
            harness.store.search(collection, { vector: seededVector(i, 4), topK: 5 }),
          ],
          { concurrency: "unbounded" },
        );
        await Effect.runPromise(Effect.flatMap(Effect.forkChild(calls), Fiber.interrupt));
      }
      const interrupted = await harness.run((store) => store.get(collection, ["i1", "i2"]));
      expect([0, 2]).toContain(interrupted.length);
      await harness.run((store) => store.upsert(collection, [record("after", seededVector(1, 4))]));
      expect(await harness.run((store) => store.get(collection, ["after"]))).toHaveLength(1);
    });
  });
};

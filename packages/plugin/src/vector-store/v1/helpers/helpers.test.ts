import { compareStrings } from "../../../domain/index.ts";
import { expect, test } from "vitest";
import type { VectorHit, VectorRecord } from "../vector-store-v1.ts";
import { KeyedLock } from "./keyed-lock.ts";
import { nearestBeyondTies } from "./nearest-beyond-ties.ts";
import { recordBatches } from "./record-batches.ts";

const record = (id: string, text = ""): VectorRecord => ({ id, text, vector: new Float32Array(4), metadata: {} });

test("recordBatches respects both limits, retains the last record of each id and loses nothing", () => {
  const records = [record("a", "old"), ...Array.from({ length: 10 }, (_, i) => record(`r${i}`)), record("a", "new")];
  const batchesOf = (...parameters: Parameters<typeof recordBatches>) => [...recordBatches(...parameters)];
  const batches = batchesOf(records, { maxRecords: 4, maxBytes: 1_000_000 });
  expect(batches.map((batch) => batch.length)).toEqual([4, 4, 3]);
  expect(batches.flat().find(({ id }) => id === "a")?.text).toBe("new");
  const large = [record("x", "x".repeat(1_000)), record("y", "y".repeat(1_000)), record("z")];
  expect(batchesOf(large, { maxRecords: 10, maxBytes: 7_000 }).map((batch) => batch.length)).toEqual([1, 2]);
  // A record that is too large by itself is sent alone, and the backend decides.
  expect(batchesOf(large, { maxRecords: 10, maxBytes: 10 })).toHaveLength(3);
  expect(batchesOf([], { maxRecords: 10, maxBytes: 10 })).toEqual([]);
});

test("ties at the cutoff are ordered by id, regardless of the backend's order", async () => {
  const hits: VectorHit[] = Array.from({ length: 50 }, (_, i) => ({ id: `t${i}`, cosine: i === 49 ? 1 : 0.5 }));
  hits.push({ id: "far", cosine: 0.1 });
  const backend = hits.toSorted((a, b) => b.cosine - a.cosine || compareStrings(b.id, a.id));
  const ask = (count: number) => Promise.resolve(backend.slice(0, count));
  const found = await nearestBeyondTies(4, 1_000, ask);
  expect(found.map(({ id }) => id)).toEqual(["t49", "t0", "t1", "t10"]);
  expect(await nearestBeyondTies(100, 1_000, ask)).toHaveLength(51);
  // The limit applies, and no more than the requested number is returned.
  expect(await nearestBeyondTies(4, 8, ask)).toHaveLength(4);
});

test("KeyedLock runs the tasks of a key one after another and continues after a failure", async () => {
  const lock = new KeyedLock();
  const log: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([lock.run("k", task("a", true)), lock.run("k", task("b"))]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VectorStoreV1 } from "@quarry/plugin";
import { expect, test, vi } from "vitest";
import { openStore, recordOf, run, temporaryFolder, vectorOf } from "./support/open-store.ts";

const DIMENSION = 256;
const MB = 1_048_576;
const PATIENCE = { timeout: 40_000, interval: 50 };

const bytesOf = (folder: string, ending: string): number =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `r${from + index}`);

const fill = async (store: VectorStoreV1, collection: string, count: number): Promise<void> => {
  await run(store.ensureCollection({ collection, dimension: DIMENSION }));
  for (let from = 0; from < count; from += 500) {
    const seeds = Array.from({ length: Math.min(500, count - from) }, (_, index) => from + index);
    await run(
      store.upsert(
        collection,
        seeds.map((seed) => recordOf(`r${seed}`, seed, DIMENSION)),
      ),
    );
  }
};

const nearest = async (store: VectorStoreV1, collection: string, seed: number) => {
  const { hits } = await run(store.search(collection, { vector: vectorOf(seed, DIMENSION), topK: 1 }));
  return hits[0]?.id;
};

test("database files shrink after deletes during searches and writes", { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder();
  const { store } = await openStore(folder);
  await fill(store, "large", 8_000);
  await fill(store, "small", 2_000);
  await vi.waitFor(() => expect(bytesOf(folder, ".sqlite")).toBeGreaterThan(10 * MB), PATIENCE);
  const before = bytesOf(folder, ".sqlite");
  await run(store.deleteByIds("large", ids(500, 8_000)));
  await run(store.deleteByIds("small", ids(0, 2_000)));
  let seed = 0;
  await vi.waitFor(async () => {
    seed = (seed + 1) % 500;
    expect(await nearest(store, "large", seed)).toBe(`r${seed}`);
    await run(store.upsert("large", [recordOf(`r${seed}`, seed, DIMENSION)]));
    expect(bytesOf(folder, ".sqlite")).toBeLessThan(before / 8);
  }, PATIENCE);
  expect(await run(store.count("large"))).toBe(500);
});

test(
  "write-ahead logs stay short during writes and searches and are truncated afterwards",
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const { store } = await openStore(folder);
    await fill(store, "busy", 4_000);
    let longest = 0;
    let isOver = false;
    const searching = (async () => {
      for (let seed = 0; !isOver; seed += 1) await nearest(store, "busy", seed % 4_000);
    })();
    for (let round = 0; round < 12; round += 1) {
      const seeds = Array.from({ length: 1_000 }, (_, index) => (round * 997 + index * 3) % 4_000);
      await run(
        store.upsert(
          "busy",
          seeds.map((seed) => recordOf(`r${seed}`, seed, DIMENSION)),
        ),
      );
      longest = Math.max(longest, bytesOf(folder, "-wal"));
    }
    isOver = true;
    await searching;
    expect(longest).toBeGreaterThan(MB);
    expect(longest).toBeLessThan(16 * MB);
    await vi.waitFor(() => expect(bytesOf(folder, "-wal")).toBe(0), PATIENCE);
    expect(await run(store.count("busy"))).toBe(4_000);
  },
);

test("a file of an earlier version also shrinks once most of it is free", { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder);
  await fill(first.store, "old", 4_000);
  await first.close();
  const path = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".sqlite"))!,
  );
  const old = new DatabaseSync(path);
  old.exec("pragma journal_mode = delete; pragma auto_vacuum = none; vacuum");
  expect(old.prepare("pragma auto_vacuum").get()).toEqual({ auto_vacuum: 0 });
  old.close();
  const before = statSync(path).size;
  const { store } = await openStore(folder);
  await run(store.deleteByIds("old", ids(1_000, 4_000)));
  await vi.waitFor(() => expect(statSync(path).size).toBeLessThan(before / 2), PATIENCE);
  expect(await nearest(store, "old", 7)).toBe("r7");
  await run(store.deleteByIds("old", ids(100, 1_000)));
  await vi.waitFor(() => expect(statSync(path).size).toBeLessThan(before / 10), PATIENCE);
  expect(await nearest(store, "old", 7)).toBe("r7");
});

test("rows of a typical size take less than 1.5 times their size in the file", async () => {
  const folder = await temporaryFolder();
  const { store, close } = await openStore(folder);
  const dimension = 384;
  await run(store.ensureCollection({ collection: "usual", dimension }));
  const text = "a word ".repeat(80);
  const records = Array.from({ length: 500 }, (_, seed) => ({ ...recordOf(`r${seed}`, seed, dimension), text }));
  await run(store.upsert("usual", records));
  await close();
  const rowBytes = 4 * dimension + text.length;
  expect(bytesOf(folder, ".sqlite") / records.length).toBeLessThan(1.5 * rowBytes);
});

import { EmbeddingCacheRepository, type EmbeddingCacheRepositoryService } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(EmbeddingCacheRepository.layer.pipe(Layer.provideMerge(databaseLayer(location))));

export const embeddingCacheRepositorySuite = (createDatabase: CreateDatabase): void => {
  let location: DatabaseLocation;
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let cache: EmbeddingCacheRepositoryService;

  beforeEach(async () => {
    ({ location, remove } = await createDatabase());
    runtime = open(location);
    cache = await runtime.runPromise(EmbeddingCacheRepository);
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  const run = Effect.runPromise;
  const vectorOf = (value: number) => Float32Array.of(value, 1 / 3, -0);
  const entries = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({ key: `k${from + index}`, vector: vectorOf(from + index) }));
  const keysOf = (count: number, from = 0) => entries(count, from).map(({ key }) => key);

  test("returns the same bits, and nothing for missing keys", async () => {
    await run(cache.put(entries(3), 10));
    const { vectors, stale } = await run(cache.read(["k0", "k2", "other"], 10));
    expect(vectors).toEqual(
      new Map([
        ["k0", vectorOf(0)],
        ["k2", vectorOf(2)],
      ]),
    );
    expect(stale).toEqual([]);
  });

  test("counts each entry once, however often it is stored, and across many statements", async () => {
    const first = await run(cache.put([...entries(1_200), ...entries(5)], 1));
    expect(first.entries).toBe(1_200);
    expect(await run(cache.put(entries(1_300), 2))).toEqual({ entries: 1_300, bytes: (first.bytes / 1_200) * 1_300 });
    expect((await run(cache.read(keysOf(1_300), 2))).vectors.size).toBe(1_300);
  });

  test("evicts the least recently used entries, and reports entries whose use must be recorded", async () => {
    await run(cache.put(entries(4), 1));
    await run(cache.put(entries(2, 4), 2));
    expect((await run(cache.read(["k1", "k4"], 2))).stale).toEqual(["k1"]);
    await run(cache.touch(["k1", "k3"], 3));
    expect(await run(cache.evict(2))).toMatchObject({ entries: 4 });
    expect([...(await run(cache.read(keysOf(6), 3))).vectors.keys()].sort()).toEqual(["k1", "k3", "k4", "k5"]);
    await run(cache.evict(2));
    expect([...(await run(cache.read(keysOf(6), 3))).vectors.keys()].sort()).toEqual(["k1", "k3"]);
  });

  test("an empty cache has a size of 0", async () => {
    await run(cache.put(entries(7), 1));
    expect(await run(cache.evict(100))).toEqual({ entries: 0, bytes: 0 });
    expect(await run(cache.evict(100))).toEqual({ entries: 0, bytes: 0 });
  });

  test("concurrent writers store each vector once", async () => {
    const writers = Array.from({ length: 8 }, (_, writer) => cache.put(entries(40, writer * 10), writer));
    await run(Effect.all(writers, { concurrency: "unbounded" }));
    expect((await run(cache.size)).entries).toBe(110);
  });
};

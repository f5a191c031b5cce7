import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import type { VectorSearchRequest } from "@quarry/plugin";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { openStore, run, temporaryFolder, vectorOf } from "./support/open-store.ts";

const DIMENSION = 33;
const ROWS = 3_001;

const metadataOf = (seed: number): JsonObject => ({ seed, even: seed % 2 === 0, rare: seed % 500 });

const FILTERS: readonly (JsonObject | undefined)[] = [
  undefined,
  { even: true },
  { rare: 7 },
  { seed: { $gte: 1_500 } },
  { seed: -1 },
  undefined,
];

/** Searches that differ in every possible parameter. */
const requests: readonly VectorSearchRequest[] = Array.from({ length: 70 }, (_, index) => {
  const filter = FILTERS[index % FILTERS.length];
  return {
    vector: vectorOf(10_000 + index, DIMENSION),
    topK: [1, 10, 100, 5_000][index % 4]!,
    ...(filter !== undefined && { filter: parseFilter(filter, "filters") }),
  };
});

test.each([{}, { cacheMemoryMb: 1 }])(
  "concurrent searches return the same hits as consecutive ones (%o)",
  async (settings) => {
    const { store } = await openStore(await temporaryFolder(), settings);
    await run(store.ensureCollection({ collection: "shared", dimension: DIMENSION }));
    await run(store.ensureCollection({ collection: "other", dimension: 4 }));
    const records = Array.from({ length: ROWS }, (_, seed) => ({
      id: `r${seed}`,
      vector: vectorOf(seed, DIMENSION),
      metadata: metadataOf(seed),
      text: "x".repeat(400),
    }));
    await run(store.upsert("shared", records));
    await run(store.deleteByIds("shared", ["r5", "r700", `r${ROWS - 1}`]));
    const alone = await run(Effect.forEach(requests, (request) => store.search("shared", request)));
    const together = await run(
      Effect.forEach(requests, (request) => store.search("shared", request), { concurrency: "unbounded" }),
    );
    expect(together).toEqual(alone);
    expect(alone.some(({ hits }) => hits.length > 1_000)).toBe(true);
  },
);

test("an invalid search among concurrent ones fails alone", async () => {
  const { store } = await openStore(await temporaryFolder());
  await run(store.ensureCollection({ collection: "shared", dimension: 4 }));
  await run(store.upsert("shared", [{ id: "a", vector: vectorOf(1, 4), metadata: {}, text: "" }]));
  const outcomes = await run(
    Effect.forEach(
      [4, 5, 4, 4],
      (dimension, index) =>
        store.search(index === 3 ? "missing" : "shared", { vector: vectorOf(1, dimension), topK: 1 }).pipe(
          Effect.map(({ hits }) => hits.map(({ id }) => id)),
          Effect.catch((error) => Effect.succeed(error.reason)),
        ),
      { concurrency: "unbounded" },
    ),
  );
  expect(outcomes).toEqual([["a"], "invalid", ["a"], "not_found"]);
});

test("a search before a concurrent drop succeeds, and one after it fails", async () => {
  const { store } = await openStore(await temporaryFolder());
  await run(store.ensureCollection({ collection: "short", dimension: 4 }));
  await run(store.upsert("short", [{ id: "a", vector: vectorOf(1, 4), metadata: {}, text: "" }]));
  const search = Effect.result(store.search("short", { vector: vectorOf(1, 4), topK: 1 }));
  const [before, , after] = await run(
    Effect.all([search, store.dropCollection("short"), search], { concurrency: "unbounded" }),
  );
  expect(before._tag).toBe("Success");
  expect(after._tag).toBe("Failure");
});

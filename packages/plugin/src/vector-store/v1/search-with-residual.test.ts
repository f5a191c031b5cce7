import { type JsonObject, parseFilter } from "../../domain/index.ts";
import { Effect, Schema } from "effect";
import { expect, test } from "vitest";
import { memoryVectorStore } from "../../../test/fixtures/memory-vector-store.ts";
import { searchWithResidual } from "./search-with-residual.ts";

const vectorAt = (angle: number): Float32Array => Float32Array.of(Math.cos(angle), Math.sin(angle));

/** 500 records; a higher number means farther from the query. */
const filledStore = Effect.gen(function* () {
  const settings = Schema.decodeUnknownSync(memoryVectorStore.settings)({});
  const store = yield* memoryVectorStore.make(settings, { dataDirectory: "", log: () => {} });
  yield* store.ensureCollection({ collection: "residual", dimension: 2 });
  const records = Array.from({ length: 500 }, (_, i) => {
    return { id: `r${String(i).padStart(3, "0")}`, vector: vectorAt(i / 200), metadata: { n: i }, text: "" };
  });
  yield* store.upsert("residual", records);
  return store;
});

const search = (filters: JsonObject, topK: number) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(filledStore, (store) =>
        searchWithResidual(
          store,
          "residual",
          { vector: vectorAt(0), topK, filter: parseFilter(filters) },
          { maxTopK: memoryVectorStore.capabilities.maxTopK },
        ),
      ),
    ),
  );

const ids = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => `r${String(first + i).padStart(3, "0")}`);

test("returns the store's own hits when there is no filter", async () => {
  const { hits, complete } = await search({}, 5);
  expect(hits.map((hit) => hit.id)).toEqual(ids(0, 5));
  expect(complete).toBe(true);
});

test("fetches more hits until enough of them match", async () => {
  const { hits } = await search({ n: { $gte: 20 } }, 5);
  expect(hits.map((hit) => hit.id)).toEqual(ids(20, 5));
});

test("reads all records when the matches lie beyond the maximum topK of a search", async () => {
  const { hits, complete } = await search({ n: { $gte: 470 } }, 5);
  expect(hits.map((hit) => hit.id)).toEqual(ids(470, 5));
  expect(complete).toBe(true);
  expect((await search({ n: { $gte: 498 } }, 5)).hits).toHaveLength(2);
  expect((await search({ n: "none" }, 5)).hits).toEqual([]);
});

test("fails when the store's list cursors form a cycle", async () => {
  const turns = Effect.map(filledStore, (store) => ({
    ...store,
    list: (_: string, { cursor }: { readonly cursor?: string | undefined }) =>
      Effect.succeed({ records: [], nextCursor: cursor === "a" ? "b" : "a" }),
  }));
  const { maxTopK } = memoryVectorStore.capabilities;
  const request = { vector: vectorAt(0), topK: 5, filter: parseFilter({ n: "none" }) };
  const found = Effect.flatMap(turns, (store) => searchWithResidual(store, "residual", request, { maxTopK }));
  expect((await Effect.runPromise(Effect.scoped(Effect.flip(found)))).message).toMatch(
    /returned the same cursor twice/,
  );
});

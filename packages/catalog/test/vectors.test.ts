import { Collections, Queries, type QueryCollection, Vectors } from "@quarry/catalog";
import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { describe, expect, test } from "vitest";
import { useCatalog, within } from "./support/use-catalog.ts";

const { run, refused } = useCatalog();

type VectorEntry = Parameters<typeof Vectors.Service.upsert>[1][number];

const bytesOf = (numbers: readonly number[]) => new Uint8Array(Float32Array.from(numbers).buffer);

const entry = (id: string, embedding: readonly number[], metadata: JsonObject = {}, text = ""): VectorEntry => ({
  id,
  embedding: bytesOf(embedding),
  metadata,
  text,
});

/** Three entries that belong to two teams. */
const herons = [
  entry("grey", [1, 0, 0], { team: "red" }, "Grey herons wade in shallow water."),
  entry("night", [0.8, 0.6, 0], { team: "red" }, "Night herons hunt after dusk."),
  entry("pump", [0, 0, 1], { team: "blue" }, "A pump moves water uphill."),
];

const collectionOfHerons = (name: string) =>
  Effect.gen(function* () {
    yield* (yield* Collections).create({ name, dimension: 3 });
    return yield* (yield* Vectors).upsert(name, herons);
  });

const idsOf = (name: string, query: Partial<QueryCollection>) =>
  Effect.gen(function* () {
    const { results } = yield* (yield* Queries).query(name, { query: "", topK: 10, ...query });
    return results.map(({ id }) => id);
  });

describe("entries with client-provided vectors", () => {
  test("are found by vector and by keyword immediately after the write", async () => {
    const found = await run(
      Effect.gen(function* () {
        const written = yield* collectionOfHerons("found");
        const near = yield* idsOf("found", { vector: bytesOf([0.6, 0.8, 0]), searchMode: "semantic", topK: 2 });
        const words = yield* idsOf("found", { query: "water", searchMode: "keyword" });
        return { written, near, words };
      }),
    );
    expect(found.written).toEqual({ upserted: 3, skipped: 0 });
    expect(found.near).toEqual(["night", "grey"]);
    expect(found.words.toSorted()).toEqual(["grey", "pump"]);
  });

  test("replace entries with the same id, or are skipped or rejected, depending on the conflict mode", async () => {
    const { skipped, replaced, texts } = await run(
      Effect.gen(function* () {
        yield* collectionOfHerons("conflicts");
        const vectors = yield* Vectors;
        const again = [entry("grey", [0, 1, 0], {}, "A heron again."), entry("white", [0, 1, 0])];
        const skipped = yield* vectors.upsert("conflicts", again, "skip");
        const replaced = yield* vectors.upsert("conflicts", [again[0]!], "replace");
        const stored = yield* vectors.get("conflicts", ["grey", "white", "none"], false);
        return { skipped, replaced, texts: stored.map(({ id, text }) => [id, text]) };
      }),
    );
    expect(skipped).toEqual({ upserted: 1, skipped: 1 });
    expect(replaced).toEqual({ upserted: 1, skipped: 0 });
    expect(texts).toEqual([
      ["grey", "A heron again."],
      ["white", ""],
    ]);
    const taken = Effect.flatMap(Vectors, (vectors) => vectors.upsert("conflicts", [herons[0]!], "error"));
    expect(await refused(taken)).toMatch(/^already_exists: vectors\[0\]\.id: .*"grey"/);
  });

  test("are written all or none, and the error names the first invalid entry", async () => {
    await run(Effect.flatMap(Collections, (collections) => collections.create({ name: "whole", dimension: 3 })));
    const upsert = (entries: readonly VectorEntry[]) =>
      refused(Effect.flatMap(Vectors, (vectors) => vectors.upsert("whole", entries)));
    const good = herons[0]!;
    expect(await upsert([good, entry("short", [1, 0])])).toMatch(
      /^invalid_argument: vectors\[1\]\.embedding: .*3 .*got .*2/,
    );
    expect(await upsert([good, entry("none", [0, 0, 0])])).toMatch(/^invalid_argument: vectors\[1\]\.embedding: /);
    expect(await upsert([good, entry("", [1, 0, 0])])).toMatch(/^invalid_argument: vectors\[1\]\.id: /);
    expect(await upsert([good, entry("nan", [1, Number.NaN, 0])])).toMatch(
      /^invalid_argument: vectors\[1\]\.embedding/,
    );
    expect(await run(Effect.flatMap(Vectors, (vectors) => vectors.count("whole")))).toBe(0);
  });

  test("update applies a merge patch to their metadata, by ids and by filter", async () => {
    const read = await run(
      Effect.gen(function* () {
        yield* collectionOfHerons("patched");
        const vectors = yield* Vectors;
        const byFilter = yield* vectors.update(
          "patched",
          { filter: parseFilter({ team: "red" }) },
          { team: "green", seen: true },
        );
        const byIds = yield* vectors.update("patched", { ids: ["grey", "none"] }, { seen: null });
        const stored = yield* vectors.get("patched", ["grey", "night", "pump"], false);
        const green = yield* vectors.count("patched", parseFilter({ team: "green" }));
        return { byFilter, byIds, metadata: stored.map(({ metadata }) => metadata), green };
      }),
    );
    expect(read).toEqual({
      byFilter: 2,
      byIds: 1,
      metadata: [{ team: "green" }, { team: "green", seen: true }, { team: "blue" }],
      green: 2,
    });
  });

  test("are deleted by ids and by filter, and the next query no longer returns them", async () => {
    const read = await run(
      Effect.gen(function* () {
        yield* collectionOfHerons("deleted");
        const vectors = yield* Vectors;
        const byIds = yield* vectors.deleteByIds("deleted", ["pump", "none"]);
        const matching = yield* vectors.deleteMatching("deleted", parseFilter({ team: "red" }), {});
        const left = yield* idsOf("deleted", { vector: bytesOf([1, 1, 1]), searchMode: "semantic" });
        return { byIds, matching, left, count: yield* vectors.count("deleted") };
      }),
    );
    expect(read).toMatchObject({ byIds: 1, matching: { deleted: 2 }, left: [], count: 0 });
  });
});

describe("a caller with an access filter", () => {
  test("finds, counts and reads only matching entries, even by id or with another filter", async () => {
    const read = await run(
      Effect.gen(function* () {
        yield* collectionOfHerons("limited");
        const vectors = yield* Vectors;
        return yield* Effect.gen(function* () {
          return {
            words: yield* idsOf("limited", { query: "water", searchMode: "keyword" }),
            vectors: yield* idsOf("limited", { vector: bytesOf([0, 0, 1]), searchMode: "semantic" }),
            outside: yield* idsOf("limited", { query: "water", searchMode: "keyword", filters: { team: "blue" } }),
            stored: (yield* vectors.get("limited", ["pump", "grey"], false)).map(({ id }) => id),
            count: yield* vectors.count("limited"),
          };
        }).pipe(within({ team: "red" }));
      }),
    );
    expect(read).toEqual({ words: ["grey"], vectors: ["grey", "night"], outside: [], stored: ["grey"], count: 2 });
  });

  test("can't write, replace, change or delete entries outside the filter", async () => {
    await run(collectionOfHerons("guarded"));
    const as = <A, E, R>(call: (vectors: typeof Vectors.Service) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(Vectors, call).pipe(within({ team: "red" }));
    const upsert = (id: string, team: string) =>
      refused(as((vectors) => vectors.upsert("guarded", [entry(id, [1, 0, 0], { team })])));
    expect(await upsert("x", "blue")).toMatch(/^permission_denied: vectors\[0\]\.metadata: /);
    expect(await upsert("pump", "red")).toMatch(/^permission_denied: vectors\[0\]\.id: /);
    const changed = await run(
      as((vectors) =>
        Effect.all([
          vectors.update("guarded", { ids: ["pump"] }, { team: "red" }),
          vectors.deleteByIds("guarded", ["pump"]),
        ]),
      ),
    );
    expect(changed).toEqual([0, 0]);
    const [pump] = await run(Effect.flatMap(Vectors, (vectors) => vectors.get("guarded", ["pump"], false)));
    expect(pump).toMatchObject({ id: "pump", metadata: { team: "blue" } });
  });
});

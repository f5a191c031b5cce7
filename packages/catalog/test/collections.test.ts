import { ApiKeys, Collections, IndexChanges, Vectors } from "@quarry/catalog";
import { JobQueue } from "@quarry/jobs";
import { limits } from "@quarry/plugin/domain";
import { Effect, Redacted } from "effect";
import { describe, expect, test } from "vitest";
import { useCatalog } from "./support/use-catalog.ts";

const { run, refused } = useCatalog();

const collections = <A, E, R>(use: (service: typeof Collections.Service) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Collections, use);

const changes = <A, E, R>(use: (service: typeof IndexChanges.Service) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(IndexChanges, use);

describe("collections", () => {
  test("create uses the service's defaults for omitted fields", async () => {
    expect(await run(collections((all) => all.create({ name: "plain" })))).toMatchObject({
      name: "plain",
      embeddingProvider: "local",
      chunkSize: limits.DEFAULT_CHUNK_SIZE,
      chunkOverlap: limits.DEFAULT_CHUNK_OVERLAP,
      defaultTopK: limits.DEFAULT_TOP_K,
      defaultSearchMode: "semantic",
      metadata: {},
    });
  });

  test.each([
    [{ name: "1st" }, /^invalid_argument: name: must match .*"1st"/],
    [{ name: "wide", chunkSize: 100, chunkOverlap: 100 }, /^invalid_argument: chunk_overlap: .*100/],
    [{ name: "odd", embeddingModel: "no-such-model" }, /^invalid_argument: embedding_model: .*"no-such-model"/],
    [{ name: "far", embeddingProvider: "nowhere" }, /^invalid_argument: embedding_provider: .*"nowhere"/],
  ])("create rejects %j and creates nothing", async (request, message) => {
    expect(await refused(collections((all) => all.create(request)))).toMatch(message);
    expect(await refused(collections((all) => all.get(request.name)))).toMatch(/^not_found: /);
  });

  test("a name can be used only once, and again after the collection is deleted", async () => {
    const create = collections((all) => all.create({ name: "once" }));
    const first = await run(create);
    expect(await refused(create)).toMatch(/^already_exists: .*once/);
    await run(collections((all) => all.remove("once")));
    expect(await refused(collections((all) => all.remove("once")))).toMatch(/^not_found: /);
    const second = await run(create);
    expect(second.id).not.toBe(first.id);
  });

  test("a recreated collection is empty before the data of the deleted one is purged", async () => {
    const write = Effect.gen(function* () {
      yield* (yield* Collections).create({ name: "again", dimension: 2 });
      const embedding = new Uint8Array(Float32Array.of(1, 0).buffer);
      yield* (yield* Vectors).upsert("again", [{ id: "a", embedding }]);
    });
    const count = Effect.flatMap(Vectors, (vectors) => vectors.count("again"));
    await run(write);
    expect(await run(count)).toBe(1);
    await run(collections((all) => all.remove("again")));
    await run(collections((all) => all.create({ name: "again", dimension: 2 })));
    expect(await run(count)).toBe(0);
  });

  test("an update leaves omitted fields unchanged and never returns the reranking API key", async () => {
    await run(collections((all) => all.create({ name: "kept", description: "of birds", metadata: { a: 1 } })));
    const updated = await run(
      collections((all) => all.update("kept", { defaultTopK: 3, rerankingApiKey: Redacted.make("secret-of-kept") })),
    );
    expect(updated).toMatchObject({ description: "of birds", metadata: { a: 1 }, defaultTopK: 3 });
    expect(JSON.stringify(updated)).not.toContain("secret-of-kept");
    expect((await run(collections((all) => all.update("kept", { defaultMinScore: 0.5 })))).defaultMinScore).toBe(0.5);
    expect((await run(collections((all) => all.update("kept", { defaultMinScore: null })))).defaultMinScore).toBeNull();
  });
});

describe("index changes", () => {
  test("run one at a time with a job each, and a cancelled change leaves the collection unchanged", async () => {
    await run(collections((all) => all.create({ name: "moved" })));
    const before = await run(collections((all) => all.get("moved")));
    const repair = changes((all) => all.start("moved", { repair: true }));
    const { id, state } = await run(repair);
    expect(state).toBe("building");
    expect(await refused(repair)).toMatch(/^conflict: /);
    const claimed = await run(Effect.flatMap(JobQueue, (jobs) => jobs.claim(["index-change"], "test", 60_000)));
    expect(claimed?.payload).toMatchObject({ changeId: id });
    expect((await run(changes((all) => all.cancel("moved", id)))).state).toBe("cancelled");
    expect(await refused(changes((all) => all.cancel("moved", id)))).toMatch(/^conflict: /);
    expect(await run(collections((all) => all.get("moved")))).toEqual(before);
  });

  test.each([
    [{}, /^invalid_argument: .*: one is required/],
    [{ vectorStore: "nowhere" }, /^invalid_argument: vector_store: .*"nowhere"/],
    [{ embeddingModel: "no-such-model" }, /^invalid_argument: embedding_model: .*"no-such-model"/],
  ])("start rejects %j and records no change", async (request, message) => {
    await run(collections((all) => all.create({ name: "still" })).pipe(Effect.ignore));
    expect(await refused(changes((all) => all.start("still", request)))).toMatch(message);
    expect((await run(changes((all) => all.list("still", { limit: 10, offset: 0 })))).total).toBe(0);
  });
});

describe("API keys", () => {
  const keys = <A, E, R>(use: (service: typeof ApiKeys.Service) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(ApiKeys, use);

  test("create returns the secret once; neither the record nor the list contains it", async () => {
    const { key, record } = await run(keys((all) => all.create({ name: "reader", scope: "read" })));
    const secret = Redacted.value(key!);
    expect(secret).toMatch(/^qk_/);
    const { items } = await run(keys((all) => all.list({ limit: 10, offset: 0 })));
    expect(items.map(({ name, scope }) => [name, scope])).toEqual([["reader", "read"]]);
    expect(JSON.stringify([items, record])).not.toContain(secret);
  });

  test("a name can't be reused, even after revocation", async () => {
    const create = keys((all) => all.create({ name: "used", scope: "write" }));
    await run(create);
    expect((await run(keys((all) => all.revoke("used")))).revokedAt).not.toBeNull();
    expect(await refused(create)).toMatch(/^already_exists: /);
    expect(await refused(keys((all) => all.revoke("none")))).toMatch(/^not_found: /);
  });

  test.each([
    [{ name: "a b", scope: "read" }, /^invalid_argument: name: .*"a b"/],
    [{ name: "past", scope: "read", expiresAt: new Date(0) }, /^invalid_argument: expires_at: /],
    [{ name: "paged", scope: "read", filter: { page: 3 } }, /^invalid_argument: filter\.page: /],
    [{ name: "bad", scope: "read", filter: { a: { $near: 1 } } }, /^invalid_argument: filter\.a/],
  ] as const)("create rejects %j", async (request, message) => {
    expect(await refused(keys((all) => all.create(request)))).toMatch(message);
  });
});

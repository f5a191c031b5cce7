import { setTimeout as sleep } from "node:timers/promises";
import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { vectorStoreFaults } from "@quarry/plugin-testkit";
import { openTcpProxy, type OwnServer, startOwnServer } from "@quarry/services";
import { Effect } from "effect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import plugin from "../src/index.ts";
import { type OpenStore, openStore } from "./support/open-store.ts";

const DIMENSION = 8;
const VECTORS = `quarry-vectors-${DIMENSION}-v1`;
const REGISTRY = "quarry-collections-v1";

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer("opensearch");
});
afterAll(() => server?.close());

const settingsOf = (port: number) => ({ address: `http://127.0.0.1:${port}`, timeoutSeconds: 10 });

vectorStoreFaults(plugin, {
  // Starting it takes half a minute.
  startServer: () => Promise.resolve({ ...server, close: async () => {} }),
  openProxy: openTcpProxy,
  settingsOf,
});

describe("a failing cluster", () => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore(settingsOf(server.port));
  });
  afterAll(() => store?.[Symbol.asyncDispose]());

  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...{ method, headers: { "content-type": "application/json" } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const collectionOf = async (name: string, count: number): Promise<string> => {
    await store.run((open) => open.ensureCollection({ collection: name, dimension: DIMENSION }));
    await store.run((open) => open.upsert(name, records(count)));
    return name;
  };
  const count = (collection: string) => store.run((open) => open.count(collection));

  test("a read-only index rejects writes as unavailable with the reason, serves reads and later accepts writes again", async () => {
    const collection = await collectionOf("read_only", 5);
    const block = (value: boolean | null) =>
      ask("PUT", `/${VECTORS}/_settings`, { "index.blocks.read_only_allow_delete": value });
    await block(true);
    const refused = await store.failure((open) => open.upsert(collection, records(9)));
    expect(refused).toMatchObject({ reason: "unavailable", isRetryable: true });
    expect(refused.message).toMatch(/disk usage exceeded flood-stage watermark/);
    expect(await count(collection)).toBe(5);
    const { hits } = await store.run((open) => open.search(collection, { vector: records(1)[0]!.vector, topK: 5 }));
    expect(hits).toHaveLength(5);
    // In that state only whole indices may be deleted.
    expect(await store.failure((open) => open.deleteByIds(collection, ["r4"]))).toMatchObject({
      reason: "unavailable",
    });
    await block(null);
    await store.run((open) => open.upsert(collection, records(9)));
    expect(await count(collection)).toBe(9);
  });

  test("a request above the memory limit fails with rate_limited, and succeeds afterwards", async () => {
    const collection = await collectionOf("memory", 5);
    const limit = (value: string | null) =>
      ask("PUT", "/_cluster/settings", { transient: { "network.breaker.inflight_requests.limit": value } });
    await limit("4kb");
    try {
      const refused = await store.failure((open) => open.upsert(collection, records(500)));
      expect(refused).toMatchObject({ reason: "rate_limited", isRetryable: true });
      expect(refused.message).toMatch(/Data too large/);
    } finally {
      await limit(null);
    }
    await store.run((open) => open.upsert(collection, records(500)));
    expect(await count(collection)).toBe(500);
  });

  test("calls to a lost index fail with not_found; only ensureCollection recreates it, not a write", async () => {
    const collection = await collectionOf("lost", 5);
    await ask("DELETE", `/${VECTORS}`);
    const failures = [
      await store.failure((open) => open.count(collection)),
      await store.failure((open) => open.upsert(collection, records(5))),
      await store.failure((open) => open.deleteByIds(collection, ["r1"])),
      await store.failure((open) => open.get(collection, ["r1"])),
      await store.failure((open) => open.search(collection, { vector: records(1)[0]!.vector, topK: 5 })),
    ];
    expect(failures.map(({ reason }) => reason)).toEqual(failures.map(() => "not_found"));
    expect(Object.keys(await ask<object>("GET", "/quarry-vectors-*"))).toEqual([]);
    await store.run((open) => open.ensureCollection({ collection, dimension: DIMENSION }));
    expect(await count(collection)).toBe(0);
    await store.run((open) => open.upsert(collection, records(3)));
    expect(await count(collection)).toBe(3);
  });

  test("calls without the registry fail with not_found, and ensureCollection starts empty", async () => {
    const collection = await collectionOf("unlisted", 5);
    await ask("DELETE", `/${REGISTRY}`);
    expect(await store.failure((open) => open.count(collection))).toMatchObject({ reason: "not_found" });
    expect(await store.failure((open) => open.upsert(collection, records(1)))).toMatchObject({ reason: "not_found" });
    await store.run((open) => open.ensureCollection({ collection, dimension: DIMENSION }));
    expect(await count(collection)).toBe(0);
    expect(await store.run((open) => open.get(collection, ["r1"]))).toEqual([]);
    await store.run((open) => open.dropCollection(collection));
    expect(await documentsOf(collection)).toBe(0);
  });

  test("a collection dropped by another process during a write retains none of it", async () => {
    const patient = { ...settingsOf(server.port), timeoutSeconds: 60 };
    await using writer = await openStore(patient);
    await using other = await openStore(patient);
    for (let round = 0; round < 3; round += 1) {
      const collection = await collectionOf(`dropped_${round}`, 5);
      // Several requests in an endless loop, so that some arrive before the drop and some after.
      const writing = writer.failure((open) => Effect.forever(open.upsert(collection, records(1_500))));
      await sleep(round * 150);
      await other.run((open) => open.dropCollection(collection));
      expect(await writing).toMatchObject({ reason: "not_found" });
      expect(await documentsOf(collection)).toBe(0);
    }
  });

  test("a collection that another process dropped or recreated is not searched for its old records", async () => {
    const collection = await collectionOf("elsewhere", 5);
    await using other = await openStore(settingsOf(server.port));
    const [first] = records(1);
    const near = async () => {
      const { hits } = await store.run((open) => open.search(collection, { vector: first!.vector, topK: 9 }));
      const cosines = await store.run((open) => open.cosines!(collection, first!.vector, ["r0", "r7"]));
      expect([...cosines.keys()].sort()).toEqual(
        hits.flatMap(({ id }) => (id === "r0" || id === "r7" ? [id] : [])).sort(),
      );
      return hits.map(({ id }) => id).sort();
    };
    expect(await near()).toEqual(["r0", "r1", "r2", "r3", "r4"]);
    await other.run((open) => open.dropCollection(collection));
    await other.run((open) => open.ensureCollection({ collection, dimension: DIMENSION }));
    expect(await near()).toEqual([]);
    await other.run((open) => open.upsert(collection, records(8).slice(7)));
    expect(await near()).toEqual(["r7"]);
    await other.run((open) => open.dropCollection(collection));
    const search = (open: VectorStoreV1) => open.search(collection, { vector: first!.vector, topK: 9 });
    expect(await store.failure(search)).toMatchObject({ reason: "not_found" });
    await ask("DELETE", `/${REGISTRY}`);
    expect(await store.failure(search)).toMatchObject({ reason: "not_found" });
  });

  test("merged segments replace the old ones without further writes", async () => {
    const collection = await collectionOf("merged", 5);
    for (let times = 0; times < 3; times += 1) await store.run((open) => open.upsert(collection, records(5)));
    const parts = async () => {
      const path = `/${VECTORS}/_stats/segments`;
      const answer = await ask<{
        readonly _shards: { readonly total: number };
        readonly _all: { readonly primaries: { readonly segments: { readonly count: number } } };
      }>("GET", path);
      return { count: answer._all.primaries.segments.count, shards: answer._shards.total };
    };
    const { count: before, shards } = await parts();
    expect(before).toBeGreaterThan(shards);
    await ask("POST", `/${VECTORS}/_forcemerge?max_num_segments=1`);
    // A shard without records can end up with no segment.
    await expect.poll(async () => (await parts()).count, { timeout: 60_000 }).toBeLessThanOrEqual(shards);
    expect(await count(collection)).toBe(5);
  });

  /** Returns the number of a collection's documents that are still in the index, after a refresh. */
  const documentsOf = async (collection: string): Promise<number> => {
    await ask("POST", `/${VECTORS}/_refresh`);
    const query = { term: { _routing: collection } };
    return (await ask<{ readonly count: number }>("POST", `/${VECTORS}/_count`, { query })).count;
  };
});

const records = (count: number): readonly VectorRecord[] =>
  Array.from({ length: count }, (_, n) => {
    const parts = Float32Array.from({ length: DIMENSION }, (_, i) => Math.sin((n + 1) * 12.9898 + (i + 1) * 78.233));
    const length = Math.hypot(...parts);
    return { id: `r${n}`, vector: parts.map((part) => part / length), metadata: { n }, text: `text ${n}` };
  });

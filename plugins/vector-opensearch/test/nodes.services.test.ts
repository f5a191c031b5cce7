import type { PluginError, TermRecord, VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { parseFilter } from "@quarry/plugin/domain";
import { openTcpBalancer, type OwnServer, startOpenSearchNodes, type TcpBalancer } from "@quarry/services";
import { Effect } from "effect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClusterView } from "./support/cluster-view.ts";
import { type OpenStore, openStore } from "./support/open-store.ts";

const DIMENSION = 8;
const BATCH = 100;

// The OpenSearch 3 runner makes each process a separate cluster.
const isAlone = (process.env["OPENSEARCH_VERSION"] ?? "2") !== "2";
if (isAlone) console.info("SKIPPED: several nodes of OpenSearch (the runner of version 3 starts clusters of one)");

type Call<Value> = (store: VectorStoreV1) => Effect.Effect<Value, PluginError>;

/** Returns the value of a call, or the reason why there is none. */
const outcomeOf = <Value>(store: OpenStore, call: Call<Value>) =>
  store.run((opened) =>
    call(opened).pipe(Effect.match({ onFailure: (error) => ({ error }), onSuccess: (value) => ({ value }) })),
  );

describe.skipIf(isAlone)("three nodes behind one address", () => {
  let nodes: readonly OwnServer[];
  let balancer: TcpBalancer;
  let view: ClusterView;
  beforeAll(async () => {
    nodes = await startOpenSearchNodes(3);
    balancer = await openTcpBalancer(nodes.map(({ port }) => port));
    view = new ClusterView(nodes, balancer.port);
  }, 600_000);
  afterAll(async () => {
    await balancer?.close();
    await Promise.all(nodes?.map((node) => node.close()) ?? []);
  });

  const open = (settings: Readonly<Record<string, unknown>> = {}): Promise<OpenStore> =>
    openStore({ address: `http://127.0.0.1:${balancer.port}`, timeoutSeconds: 10, ...settings });

  test("acknowledged writes are visible exactly once while and after nodes are killed during writes and searches", async () => {
    await using store = await open();
    await store.run((opened) => opened.ensureCollection({ collection: "library", dimension: DIMENSION }));
    await store.run((opened) => opened.terms!.ensureCollection("7"));
    const reasons = new Set<string>();
    const untilTaken = async <Value>(call: Call<Value>): Promise<Value> => {
      for (;;) {
        const outcome = await outcomeOf(store, call);
        if ("value" in outcome) return outcome.value;
        reasons.add(outcome.error.reason);
      }
    };
    let isOver = false;
    const writing = (write: (batch: number) => Call<unknown>) => {
      const done = { sent: 0, taken: 0 };
      const ended = (async () => {
        for (let batch = 0; !isOver; batch += 1) {
          done.sent += 1;
          await untilTaken(write(batch));
          done.taken += 1;
        }
      })();
      return { done, ended };
    };
    const vectors = writing((batch) => (opened) => opened.upsert("library", vectorsOf(batch)));
    const words = writing((batch) => (opened) => opened.terms!.put("7", wordsOf(batch)));
    const looking = async ({ done }: typeof vectors, count: Call<number>): Promise<void> => {
      while (!isOver) {
        const before = done.taken;
        const seen = await untilTaken(count);
        expect(seen).toBeGreaterThanOrEqual(before * BATCH);
        expect(seen).toBeLessThanOrEqual(done.sent * BATCH);
      }
    };
    const searching = async (): Promise<void> => {
      while (!isOver) {
        const isFull = vectors.done.taken > 0;
        const request = { vector: vectorOf(vectors.done.taken), topK: 10 };
        const { hits } = await untilTaken((opened) => opened.search("library", request));
        if (isFull) expect(hits).toHaveLength(10);
      }
    };
    const moreOfBoth = async (): Promise<void> => {
      const [ofVectors, ofWords] = [vectors.done.taken + 3, words.done.taken + 3];
      await expect
        .poll(() => vectors.done.taken >= ofVectors && words.done.taken >= ofWords, { timeout: 120_000 })
        .toBe(true);
    };
    const disturbing = async (): Promise<void> => {
      try {
        await moreOfBoth();
        for (const find of [() => view.holderOf(`quarry-vectors-${DIMENSION}`, "library"), () => view.manager()]) {
          const node = await find();
          await node.kill();
          await moreOfBoth();
          await node.start();
          await view.isWhole("quarry-*");
          await moreOfBoth();
        }
      } finally {
        isOver = true;
      }
    };
    await Promise.all([
      disturbing(),
      vectors.ended,
      words.ended,
      looking(vectors, (opened) => opened.count("library")),
      looking(words, (opened) => Effect.map(opened.terms!.count("7", [["all"]], []), ([found]) => found!)),
      searching(),
    ]);
    expect([...reasons].filter((reason) => reason !== "unavailable")).toEqual([]);
    expect(await store.run((opened) => opened.count("library"))).toBe(vectors.done.taken * BATCH);
    expect(await store.run((opened) => opened.terms!.count("7", [["all"]], []))).toEqual([words.done.taken * BATCH]);
    for (let batch = 0; batch < vectors.done.taken; batch += 1) {
      const ids = vectorsOf(batch).map(({ id }) => id);
      expect(await store.run((opened) => opened.get("library", ids))).toHaveLength(BATCH);
    }
  }, 900_000);

  test("calls to a lost shard or without a node majority fail with unavailable; all data returns with the nodes", async () => {
    await using store = await open({ indexPrefix: "single-", replicas: 0 });
    const names = Array.from({ length: 24 }, (_, index) => String(index));
    for (const name of names) {
      await store.run((opened) => opened.ensureCollection({ collection: name, dimension: DIMENSION }));
      await store.run((opened) => opened.upsert(name, vectorsOf(0)));
      await store.run((opened) => opened.terms!.ensureCollection(name));
      await store.run((opened) => opened.terms!.put(name, wordsOf(0)));
    }
    const registry = await view.holderOf("single-collections", names[0]!);
    const away = nodes.find((node) => node !== registry)!;
    const holders = await Promise.all(
      names.map(async (name) => ({
        name,
        hasVectors: (await view.holderOf(`single-vectors-${DIMENSION}`, name)) !== away,
        hasWords: (await view.holderOf("single-words", name)) !== away,
      })),
    );
    const retained = holders.find(({ hasVectors, hasWords }) => hasVectors && hasWords)!.name;
    const withoutVectors = holders.find(({ hasVectors }) => !hasVectors)!.name;
    const withoutWords = holders.find(({ hasWords }) => !hasWords)!.name;
    await away.kill();

    const request = { vector: vectorOf(1), topK: 10 };
    const ids = vectorsOf(0).map(({ id }) => id);
    const terms = [{ term: "all", weight: 1, frequency: BATCH }];
    const ofVectors: readonly ((name: string) => Call<unknown>)[] = [
      (name) => (opened) => opened.count(name),
      (name) => (opened) => opened.count(name, parseFilter({ kind: { $contains: "ot" } })),
      (name) => (opened) => opened.get(name, ids),
      (name) => (opened) => opened.list(name, { limit: 10 }),
      (name) => (opened) => opened.search(name, request),
      (name) => (opened) => opened.cosines!(name, request.vector, ids),
      (name) => (opened) => opened.deleteByFilter(name, parseFilter({ kind: "note" })!),
      (name) => (opened) => opened.deleteByIds(name, ids),
      (name) => (opened) => opened.upsert(name, vectorsOf(0)),
    ];
    const ofWords: readonly ((name: string) => Call<unknown>)[] = [
      (name) => (opened) => opened.terms!.count(name, [["all"]], []),
      (name) => (opened) => opened.terms!.search(name, { terms, limit: 10, base: 0.3, slope: 0.05 }),
      (name) => (opened) => opened.terms!.nearWords(name, ["granitte"], 1),
      (name) => (opened) => opened.terms!.remove(name, ["0x0"]),
      (name) => (opened) => opened.terms!.put(name, wordsOf(0)),
    ];
    const failures = await Promise.all([
      ...ofVectors.map((call) => store.failure(call(withoutVectors))),
      ...ofWords.map((call) => store.failure(call(withoutWords))),
    ]);
    expect(failures.map(({ reason }) => reason)).toEqual(failures.map(() => "unavailable"));
    expect(await store.run((opened) => opened.count(retained))).toBe(BATCH);
    expect((await store.run((opened) => opened.search(retained, request))).hits).toHaveLength(10);
    expect(await store.run((opened) => opened.terms!.count(retained, [["all"]], []))).toEqual([BATCH]);
    expect(await store.failure((opened) => opened.health)).toMatchObject({ reason: "unavailable" });

    const second = nodes.find((node) => node !== away && node !== registry)!;
    await second.kill();
    expect(await store.failure((opened) => opened.upsert(retained, vectorsOf(1)))).toMatchObject({
      reason: "unavailable",
    });
    expect(await store.failure((opened) => opened.health)).toMatchObject({ reason: "unavailable" });
    // The shard may have applied a write whose outcome was reported to its writer as uncertain.
    const read = await outcomeOf(store, (opened) => opened.count(retained));
    if ("error" in read) expect(read.error.reason).toBe("unavailable");
    else expect([BATCH, 2 * BATCH]).toContain(read.value);

    await Promise.all([away.start(), second.start()]);
    await view.isWhole("single-*");
    for (const name of names) {
      await store.run((opened) => opened.upsert(name, vectorsOf(0)));
      await store.run((opened) => opened.terms!.put(name, wordsOf(0)));
      expect(await store.run((opened) => opened.terms!.count(name, [["all"]], []))).toEqual([BATCH]);
    }
    expect(await store.run((opened) => opened.count(withoutVectors))).toBe(BATCH);
    await store.run((opened) => opened.upsert(retained, vectorsOf(1)));
    expect(await store.run((opened) => opened.count(retained))).toBe(2 * BATCH);
  }, 900_000);
});

const vectorOf = (seed: number): Float32Array => {
  const parts = Float32Array.from({ length: DIMENSION }, (_, i) => Math.sin((seed + 1) * 12.9898 + (i + 1) * 78.233));
  const length = Math.hypot(...parts);
  return parts.map((part) => part / length);
};

const vectorsOf = (batch: number): readonly VectorRecord[] =>
  Array.from({ length: BATCH }, (_, n) => {
    return { id: `b${batch}-${n}`, vector: vectorOf(batch * BATCH + n), metadata: { kind: "note" }, text: `text ${n}` };
  });

const wordsOf = (batch: number): readonly TermRecord[] =>
  Array.from({ length: BATCH }, (_, n) => ({
    ...{ key: `${batch}x${n}`, rank: `b${batch}-${n}`, length: 2, words: ["granite"], metadata: {} },
    terms: new Map([
      ["all", 1],
      [`n${n}`, 1],
    ]),
  }));

import { type Filter, parseFilter } from "@quarry/domain";
import type { VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";
import { clusteredVectors } from "../data/clustered-vectors.ts";
import { fillVectors, openEmbedded, untilIndexed } from "../data/fill-vectors.ts";
import { type Nearest, nearestIds, nearestOf, recallOf } from "../data/nearest.ts";
import { openLocalEmbedder } from "../data/local-embedder.ts";
import { makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import { SubjectPassages } from "../data/subject-passages.ts";
import { buildZvecIndex, type ZvecIndex } from "../data/zvec-index.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { type Figure, type Goal, measured } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { ownUsage } from "../processes/usage.ts";

const COLLECTION = "bench";
const HARD_COLLECTION = "hard";
const ROWS = 100_000;
/** Below this there is no graph, and nothing to compare. */
const LEAST_ROWS = 30_000;
const DIMENSION = 1_024;
const QUERIES = 20;
const RECALL_QUERIES = 200;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const TOP_K = 10;
const FIRST_SEARCH: Goal = { of: "value", atMost: 1_000 };
const LEAST_RECALL = 0.98;
const MISSED: Goal = { of: "value", atMost: 2 };
const BESIDE_ZVEC: Goal = { of: "ratio", atMost: 1.5 };
/** Of hard searches: what they cost before they are known to be. */
const BESIDE_EXACT: Goal = { of: "ratio", atMost: 1.5 };
const PASSAGE_WORDS = 80;
const QUERY_WORDS = 3;
const EMBEDDED_AT_ONCE = 256;

/** Every tenth, hundredth and thousandth row. */
const FILTERS = { "10 %": { tens: 3 }, "1 %": { hundreds: 3 }, "0.1 %": { thousands: 3 } } as const;

/** The embedded store by itself: no HTTP, no embedding. */
export const vectorSearch: Bench = {
  name: "vector-search",
  summary:
    "the embedded store over 100k vectors of 1,024 numbers, in groups and of hashed words, by its graph and exactly",
  run: async (context) => {
    const next = clusteredVectors(DIMENSION, 11);
    const rows = Array.from({ length: scaled(context, ROWS, LEAST_ROWS) }, next);
    const queries = Array.from({ length: RECALL_QUERIES }, next);
    const figures = [await build(context, rows)];
    const nearest = nearestOf(rows, queries, TOP_K);
    using zvec = await buildZvecIndex(context, {
      dimension: DIMENSION,
      rows: rows.length,
      next: (row) => rows[row]!,
      nearest,
      leastRecall: LEAST_RECALL,
    });
    figures.push(
      ...(await searchByGraph(context, rows, nearest, zvec)),
      ...(await searchExactly(context, rows, queries)),
      ...(await searchHard(context, rows.length)),
    );
    return figures;
  },
};

const build = async ({ directory, note }: BenchContext, rows: readonly Float32Array[]): Promise<Figure> => {
  await using opened = await openEmbedded(directory);
  const { store } = opened;
  await fillVectors(store, COLLECTION, rows.length, (row) => rows[row]!);
  const { cpuMs } = ownUsage();
  await untilIndexed({ store, directory }, { collection: COLLECTION, rows: rows.length, vector: rows[0]! });
  note(`${rows.length} rows; ${ROUNDS} rounds of ${QUERIES} queries, top_k ${TOP_K}`);
  return measured("CPU of building and storing the graph, per row", "ms", [(ownUsage().cpuMs - cpuMs) / rows.length]);
};

const searchByGraph = async (
  { directory }: BenchContext,
  rows: readonly Float32Array[],
  nearest: Nearest,
  zvec: ZvecIndex | undefined,
): Promise<readonly Figure[]> => {
  await using opened = await openEmbedded(directory);
  const { store } = opened;
  const queries = nearest.map(({ query }) => query);
  const { cpuMs, memoryMb } = ownUsage();
  await search(store, queries[0]!);
  const figures: Figure[] = [
    measured("CPU of the first search after a start", "ms", [ownUsage().cpuMs - cpuMs], FIRST_SEARCH),
    measured("memory held for it", "MB", [ownUsage().memoryMb - memoryMb]),
    ...(await latency("by the graph", store, rows, queries)),
  ];
  if (zvec !== undefined) {
    figures.push(
      ...(await compareLatency({
        name: "by the graph, all queries",
        items: queries,
        rounds: ROUNDS,
        warmUpRounds: WARM_UP_ROUNDS,
        subject: (query) => search(store, query),
        reference: (query) => zvec.search(query, TOP_K),
        referenceName: zvec.name,
        goal: BESIDE_ZVEC,
      })),
    );
  }
  const recall = await recallOf(nearest, async (query) => (await search(store, query)).hits.map(({ id }) => id));
  figures.push(measured("of the nearest ten, missed", "%", [100 * (1 - recall)], MISSED));
  for (const [name, filter] of Object.entries(FILTERS)) {
    figures.push(...(await latency(name, store, rows, queries, parseFilter(filter)!)));
  }
  return figures;
};

const searchExactly = async (
  { directory }: BenchContext,
  rows: readonly Float32Array[],
  queries: readonly Float32Array[],
): Promise<readonly Figure[]> => {
  await using opened = await openEmbedded(directory, { index: "exact" });
  return await latency("exactly", opened.store, rows, queries);
};

/** Hashed words of passages, asked for with a few words: queries that are far from all rows. */
const hashedWords = async (directory: string, count: number) => {
  await using embedder = await openLocalEmbedder(directory);
  const passages = new SubjectPassages(makeVocabulary());
  const random = randomFrom(53);
  const embed = async (size: number, textOf: (row: number) => string): Promise<readonly Float32Array[]> => {
    const vectors: Float32Array[] = [];
    while (vectors.length < size) {
      const length = Math.min(EMBEDDED_AT_ONCE, size - vectors.length);
      const texts = Array.from({ length }, (_, offset) => textOf(vectors.length + offset));
      vectors.push(...(await embedder.documents(texts, DIMENSION)));
    }
    return vectors;
  };
  const rows = await embed(count, (row) => passages.passage(row, PASSAGE_WORDS, random));
  return { rows, queries: await embed(RECALL_QUERIES, (row) => passages.keywords(row, QUERY_WORDS, random)) };
};

const searchHard = async ({ directory }: BenchContext, count: number): Promise<readonly Figure[]> => {
  const { rows, queries } = await hashedWords(directory, count);
  await using opened = await openEmbedded(directory);
  const { store } = opened;
  await fillVectors(store, HARD_COLLECTION, rows.length, (row) => rows[row]!);
  await untilIndexed({ store, directory }, { collection: HARD_COLLECTION, rows: rows.length, vector: queries[0]! });
  await using exact = await openEmbedded(directory, { index: "exact" });
  const find = (of: VectorStoreV1) => (vector: Float32Array) =>
    Effect.runPromise(of.search(HARD_COLLECTION, { vector, topK: TOP_K }));
  const recall = await recallOf(nearestOf(rows, queries, TOP_K), async (query) =>
    (await find(store)(query)).hits.map(({ id }) => id),
  );
  const latencies = await compareLatency({
    name: "hashed words",
    items: queries,
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: find(store),
    reference: find(exact.store),
    referenceName: "exactly",
    goal: BESIDE_EXACT,
  });
  return [measured("hashed words, of the nearest ten, missed", "%", [100 * (1 - recall)], MISSED), ...latencies];
};

const search = (store: VectorStoreV1, vector: Float32Array, filter?: Filter) =>
  Effect.runPromise(store.search(COLLECTION, { vector, topK: TOP_K, ...(filter !== undefined && { filter }) }));

const latency = (
  name: string,
  store: VectorStoreV1,
  rows: readonly Float32Array[],
  queries: readonly Float32Array[],
  filter?: Filter,
): Promise<readonly Figure[]> => {
  const step = filter === undefined ? 1 : Math.round(100 / Number.parseFloat(name));
  return compareLatency({
    name,
    items: queries.slice(0, QUERIES),
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: (query) => search(store, query, filter),
    reference: (query) => nearestIds(rows, query, TOP_K, { first: 3 % step, step }),
    referenceName: "plain scan of the matching rows",
  });
};

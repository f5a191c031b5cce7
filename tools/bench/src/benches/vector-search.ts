import { type Filter, parseFilter } from "@quarry/domain";
import type { VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";
import { clusteredVectors } from "../data/clustered-vectors.ts";
import { fillVectors, openEmbedded, untilIndexed } from "../data/fill-vectors.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { type Figure, type Goal, measured } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { ownUsage } from "../processes/usage.ts";

const COLLECTION = "bench";
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
const MISSED: Goal = { of: "value", atMost: 2 };

/** Every tenth, hundredth and thousandth row. */
const FILTERS = { "10 %": { tens: 3 }, "1 %": { hundreds: 3 }, "0.1 %": { thousands: 3 } } as const;

/** The embedded store by itself: no HTTP, no embedding. */
export const vectorSearch: Bench = {
  name: "vector-search",
  summary: "the embedded store over 100k vectors of 1,024 numbers, by its graph and exactly, against a plain scan",
  run: async (context) => {
    const next = clusteredVectors(DIMENSION, 11);
    const rows = Array.from({ length: scaled(context, ROWS, LEAST_ROWS) }, next);
    const queries = Array.from({ length: RECALL_QUERIES }, next);
    return [
      await build(context, rows),
      ...(await searchByGraph(context, rows, queries)),
      ...(await searchExactly(context, rows, queries)),
    ];
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
  queries: readonly Float32Array[],
): Promise<readonly Figure[]> => {
  await using opened = await openEmbedded(directory);
  const { store } = opened;
  const { cpuMs, memoryMb } = ownUsage();
  await search(store, queries[0]!);
  const figures: Figure[] = [
    measured("CPU of the first search after a start", "ms", [ownUsage().cpuMs - cpuMs], FIRST_SEARCH),
    measured("memory held for it", "MB", [ownUsage().memoryMb - memoryMb]),
    ...(await latency("by the graph", store, rows, queries)),
  ];
  let missed = 0;
  for (const query of queries) {
    const nearest = new Set(plainScan(rows, query, 1).map((row) => `row-${row}`));
    const { hits } = await search(store, query);
    missed += TOP_K - hits.filter(({ id }) => nearest.has(id)).length;
  }
  figures.push(measured("of the nearest ten, missed", "%", [(100 * missed) / (TOP_K * queries.length)], MISSED));
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
    reference: (query) => plainScan(rows, query, step),
    referenceName: "plain scan of the matching rows",
  });
};

/** The best of every `step`th row, found as one would without a library. */
const plainScan = (rows: readonly Float32Array[], query: Float32Array, step: number): readonly number[] => {
  const best: { readonly row: number; readonly score: number }[] = [];
  for (let row = 3 % step; row < rows.length; row += step) {
    const vector = rows[row]!;
    let score = 0;
    for (let i = 0; i < DIMENSION; i += 1) score += vector[i]! * query[i]!;
    if (best.length === TOP_K && score <= best[TOP_K - 1]!.score) continue;
    best.push({ row, score });
    best.sort((a, b) => b.score - a.score);
    best.length = Math.min(best.length, TOP_K);
  }
  return best.map(({ row }) => row);
};

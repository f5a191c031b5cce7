import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { VectorStoreV1 } from "@quarry/plugin";
import vectorEmbedded from "@quarry/vector-embedded";
import { Effect, Schema } from "effect";
import { clusteredVectors } from "../data/clustered-vectors.ts";
import { fillVectors, openEmbedded, untilIndexed } from "../data/fill-vectors.ts";
import { type Nearest, NearestRows, recallOf } from "../data/nearest.ts";
import { buildZvecIndex } from "../data/zvec-index.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { type Figure, type Goal, measured } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { ownUsage } from "../processes/usage.ts";

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** Of more it takes zvec a quarter of an hour to build its index. */
const ZVEC_ROWS = 100_000;
const DIMENSION = 384;
const QUERIES = 50;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const TOP_K = 10;
/** So that all of them are held at once. */
const CACHE_MEMORY_MB = 2_048;
const LEAST_RECALL = 0.98;
const GROWTH: Goal = { of: "ratio", atMost: 3 };
const MISSED: Goal = { of: "value", atMost: 2 };
/** 1.5 KB. */
const MEMORY: Goal = { of: "value", atMost: 1_536 };
const BESIDE_ZVEC: Goal = { of: "ratio", atMost: 1.5 };
const BYTES_PER_MB = 1e6;

interface Filled {
  readonly collection: string;
  readonly rows: number;
  readonly nearest: Nearest;
}

/** How a search slows down as its collection grows, and what a row costs. */
export const vectorGrowth: Bench = {
  name: "vector-growth",
  summary: "a search of the embedded store in 10k, 100k and 1M vectors of 384 numbers, against one in the smallest",
  run: async (context) => {
    const figures: Figure[] = [];
    const all: Filled[] = [];
    for (const size of SIZES) all.push(await fill(context, scaled(context, size, 500), figures));
    await using opened = await openEmbedded(context.directory, { cacheMemoryMb: CACHE_MEMORY_MB });
    for (const filled of all) figures.push(...(await searchFirst(opened.store, filled)));
    for (const filled of all) figures.push(...(await compareWithSmallest(opened.store, filled, all[0]!)));
    for (const filled of all) {
      if (filled.rows <= ZVEC_ROWS) figures.push(...(await compareWithZvec(context, opened.store, filled)));
    }
    return figures;
  },
};

/** The same vectors every time: none have to be kept. */
const source = () => {
  const next = clusteredVectors(DIMENSION, 11);
  const queries = Array.from({ length: QUERIES }, next);
  return { next, queries };
};

const searchOf =
  (store: VectorStoreV1, { collection }: Filled) =>
  (vector: Float32Array) =>
    Effect.runPromise(store.search(collection, { vector, topK: TOP_K }));

/** Rows from which a collection is searched by a graph. */
const indexFromRows = (): number => Schema.decodeUnknownSync(vectorEmbedded.settings)({}).indexFromRows;

/** Writes a collection and waits for its graph, if it gets one. */
const fill = async (context: BenchContext, rows: number, figures: Figure[]): Promise<Filled> => {
  const { directory, note } = context;
  await using opened = await openEmbedded(directory, { cacheMemoryMb: CACHE_MEMORY_MB });
  const { store } = opened;
  const collection = `rows_${rows}`;
  const { next, queries } = source();
  const nearest = queries.map((query) => new NearestRows(query, TOP_K));
  await fillVectors(store, collection, rows, (row) => {
    const vector = next();
    for (const one of nearest) one.offer(row, vector);
    return vector;
  });
  const { cpuMs } = ownUsage();
  if (rows >= indexFromRows()) {
    await untilIndexed({ store, directory }, { collection, rows, vector: queries[0]! });
    figures.push(measured(`${rows} rows, CPU of building a row`, "ms", [(ownUsage().cpuMs - cpuMs) / rows]));
  }
  figures.push(measured(`${rows} rows, files of a row`, "bytes", [(await fileBytes(directory, collection)) / rows]));
  note(`${rows} rows are there`);
  return { collection, rows, nearest };
};

const fileBytes = async (directory: string, collection: string): Promise<number> => {
  const names = (await readdir(directory)).filter((name) => name.startsWith(`collection-${collection}.`));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const searchFirst = async (store: VectorStoreV1, filled: Filled): Promise<readonly Figure[]> => {
  const { rows, nearest } = filled;
  const before = ownUsage();
  await searchOf(store, filled)(nearest[0]!.query);
  const after = ownUsage();
  const bytes = (after.memoryMb - before.memoryMb) * BYTES_PER_MB;
  return [
    measured(`${rows} rows, CPU of the first search`, "ms", [after.cpuMs - before.cpuMs]),
    measured(`${rows} rows, memory of a row`, "bytes", [bytes / rows], MEMORY),
  ];
};

const compareWithSmallest = async (
  store: VectorStoreV1,
  filled: Filled,
  smallest: Filled,
): Promise<readonly Figure[]> => {
  const { rows, nearest } = filled;
  const search = searchOf(store, filled);
  const recall = await recallOf(nearest, async (query) => (await search(query)).hits.map(({ id }) => id));
  const missed = measured(`${rows} rows, of the nearest ten, missed`, "%", [100 * (1 - recall)], MISSED);
  if (filled === smallest) return [missed];
  const latency = await compareLatency({
    name: `${rows} rows`,
    items: nearest.map(({ query }) => query),
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: search,
    reference: searchOf(store, smallest),
    referenceName: `${smallest.rows} rows`,
    goal: GROWTH,
  });
  return [missed, ...latency];
};

const compareWithZvec = async (
  context: BenchContext,
  store: VectorStoreV1,
  filled: Filled,
): Promise<readonly Figure[]> => {
  const { rows, nearest } = filled;
  const { next } = source();
  const content = { dimension: DIMENSION, rows, next, nearest, leastRecall: LEAST_RECALL };
  using zvec = await buildZvecIndex(context, content);
  if (zvec === undefined) return [];
  return await compareLatency({
    name: `${rows} rows beside zvec,`,
    items: nearest.map(({ query }) => query),
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: searchOf(store, filled),
    reference: (query) => zvec.search(query, TOP_K),
    referenceName: zvec.name,
    // Fewer are searched exactly, which takes what it takes.
    ...(rows >= indexFromRows() && { goal: BESIDE_ZVEC }),
  });
};

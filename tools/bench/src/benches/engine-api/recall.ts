import { type Nearest, nearestOf, recallOf } from "../../data/nearest.ts";
import { buildZvecIndex } from "../../data/zvec-index.ts";
import type { BenchContext } from "../../harness/bench.ts";
import { type Figure, type Goal, measured } from "../../harness/figure.ts";
import { compareLatency } from "../../harness/latency.ts";
import { QuarryClient } from "../../load/quarry-client.ts";
import type { DirectStore } from "../../processes/direct-store.ts";
import type { QuarryServer } from "../../processes/quarry-server.ts";
import { DIMENSION, TOP_K } from "./library.ts";
import { type Answer, type Query, QUERY_PATH } from "./queries.ts";

const MISSED: Goal = { of: "value", atMost: 2 };
const LEAST_RECALL = 0.98;
/** Where zvec finds as much. */
const BESIDE_ZVEC: Goal = { of: "ratio", atMost: 1.5 };
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;

/** Shares of the rows that a filter lets through. */
const SHARES = { all: 1, "10 %": 0.1, "1 %": 0.01, "0.1 %": 0.001 } as const;

/** What semantic search through the API misses of the nearest rows, and one search of the store beside one of zvec. */
export const measureRecall = async (
  context: BenchContext,
  quarry: QuarryServer,
  direct: DirectStore,
  queries: readonly Query[],
): Promise<readonly Figure[]> => {
  const rows = await readRows(direct);
  const vectors = queries.map(({ vector }) => vector);
  const texts = new Map(queries.map(({ vector, text }) => [vector, text]));
  const figures: Figure[] = [];
  for (const [name, share] of Object.entries(SHARES)) {
    const matching = rows.slice(0, Math.ceil(rows.length * share));
    const filters = share === 1 ? undefined : { row: { $lt: matching.length } };
    const nearest = nearestOf(matching, vectors, TOP_K);
    // A connection that is not used for as long as that takes is closed.
    using client = await QuarryClient.open(quarry);
    const recall = await recallOf(nearest, async (vector) => {
      const body = { query: texts.get(vector), top_k: TOP_K, search_mode: "semantic", filters };
      return (await client.call<Answer>("POST", QUERY_PATH, body)).results.map(({ id }) => id);
    });
    const missed = 100 * (1 - recall);
    figures.push(measured(`semantic, ${name}, of the nearest ten, missed`, "%", [missed], MISSED));
    if (share === 1) figures.push(...(await compareWithZvec(context, direct, rows, nearest)));
  }
  return figures;
};

/** The vectors in the order of their rows. */
const readRows = async (direct: DirectStore): Promise<readonly Float32Array[]> => {
  const rows: Float32Array[] = [];
  for await (const { vector, metadata } of direct.records()) rows[metadata["row"] as number] = vector;
  return rows;
};

const compareWithZvec = async (
  context: BenchContext,
  direct: DirectStore,
  rows: readonly Float32Array[],
  nearest: Nearest,
): Promise<readonly Figure[]> => {
  using zvec = await buildZvecIndex(context, {
    dimension: DIMENSION,
    rows: rows.length,
    next: (row) => rows[row]!,
    nearest,
    leastRecall: LEAST_RECALL,
  });
  if (zvec === undefined) return [];
  return await compareLatency({
    name: "one search of the store in process",
    items: nearest.map(({ query }) => query),
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: (query) => direct.search(query, TOP_K),
    reference: (query) => zvec.search(query, TOP_K),
    referenceName: zvec.name,
    ...(zvec.recall >= LEAST_RECALL && { goal: BESIDE_ZVEC }),
  });
};

import vectorEmbedded from "@quarry/vector-embedded";
import { Effect, Schema } from "effect";
import { clusteredVectors } from "../data/clustered-vectors.ts";
import { fillVectors, openEmbedded, untilIndexed } from "../data/fill-vectors.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import type { Figure, Goal } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";

const SIZES = [10_000, 100_000, 1_000_000] as const;
const DIMENSION = 384;
const QUERIES = 50;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const TOP_K = 10;
/** So that all of them are held at once. */
const CACHE_MEMORY_MB = 2_048;
const GROWTH: Goal = { of: "ratio", atMost: 3 };

/** How a search slows down as its collection grows. Building the graph of the largest takes a quarter of an hour. */
export const vectorGrowth: Bench = {
  name: "vector-growth",
  summary: "a search of the embedded store in 10k, 100k and 1M vectors of 384 numbers, against one in the smallest",
  run: async (context) => {
    const { directory } = context;
    const { indexFromRows } = Schema.decodeUnknownSync(vectorEmbedded.settings)({});
    await using opened = await openEmbedded(directory, { cacheMemoryMb: CACHE_MEMORY_MB });
    const { store } = opened;
    const next = clusteredVectors(DIMENSION, 11);
    const queries = Array.from({ length: QUERIES }, next);
    const collections = SIZES.map((size) => ({ collection: `rows_${size}`, rows: scaled(context, size, 500) }));
    for (const { collection, rows } of collections) {
      await fillVectors(store, collection, rows, next);
      if (rows >= indexFromRows) await untilIndexed({ store, directory }, { collection, rows, vector: queries[0]! });
      context.note(`${rows} rows are there`);
    }
    const search = (collection: string) => (vector: Float32Array) =>
      Effect.runPromise(store.search(collection, { vector, topK: TOP_K }));
    const figures: Figure[] = [];
    for (const { collection, rows } of collections.slice(1)) {
      figures.push(
        ...(await compareLatency({
          name: `${rows} rows`,
          items: queries,
          rounds: ROUNDS,
          warmUpRounds: WARM_UP_ROUNDS,
          subject: search(collection),
          reference: search(collections[0]!.collection),
          referenceName: `${collections[0]!.rows} rows`,
          goal: GROWTH,
        })),
      );
    }
    return figures;
  },
};

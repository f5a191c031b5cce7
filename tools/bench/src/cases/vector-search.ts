import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import type { VectorStoreV1 } from "@quarry/plugin";
import { clusteredVectors, madeUpWords, ownUsage, Random } from "@quarry/services/kit";
import { Effect } from "effect";
import type { Bench, Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { fillVectors, missedOf, openEmbedded, PlainScan, TOP_K, untilIndexed } from "../support/embedded.ts";
import { openTextVectors } from "../support/plugins.ts";

const DIMENSION = 1_024;
/** Below this there is no graph, and nothing to compare. */
const LEAST_ROWS = 30_000;
const EMBEDDED_AT_ONCE = 256;

/** Every tenth, hundredth and thousandth row. */
const FILTERS = {
  "10 %": [{ tens: 3 }, 10],
  "1 %": [{ hundreds: 3 }, 100],
  "0.1 %": [{ thousands: 3 }, 1_000],
} as const;

const searchOf = (store: VectorStoreV1, collection: string, filter?: JsonObject) => async (vector: Float32Array) => {
  const parsed = filter === undefined ? {} : { filter: parseFilter(filter)! };
  const { hits } = await Effect.runPromise(store.search(collection, { vector, topK: TOP_K, ...parsed }));
  return hits.map(({ id }) => id);
};

export default {
  summary:
    "the embedded store over 100k vectors of 1,024 numbers, in groups and of hashed words, by its graph and exactly",
  run: async (bench) => {
    const { directory, isSmoke } = bench;
    // A small graph requires this setting; building one of the default minimum size would take too long.
    const settings = isSmoke ? { indexFromRows: 500 } : {};
    const count = isSmoke ? 500 : bench.rows(100_000, LEAST_ROWS);
    const next = clusteredVectors(DIMENSION, 11);
    const rows = Array.from({ length: count }, next);
    const queries = Array.from({ length: bench.scaled(200, 10) }, next);
    const few = queries.slice(0, 20);
    {
      await using opened = await openEmbedded(directory, settings);
      await fillVectors(opened.made, "groups", count, (row) => rows[row]!);
      const target = { rows: count, vector: rows[0]! };
      const { cpuMs } = await taken(() => untilIndexed(opened.made, directory, "groups", target));
      bench.figure("CPU of building and storing the graph, a row", "ms", [cpuMs / count]);
    }
    const { made: store } = bench.use(await openEmbedded(directory, settings));
    const before = ownUsage().memoryMb;
    const first = await taken(() => searchOf(store, "groups")(queries[0]!));
    bench.figure("CPU of the first search after a start", "ms", [first.cpuMs], { value: 1_000 });
    bench.figure("memory held for it", "MB", [ownUsage().memoryMb - before]);
    const besideScan = (name: string, subject: (query: Float32Array) => unknown, step = 1) =>
      bench.latency({
        ...{ name, items: few, reference: "plain scan of the matching rows", subject },
        other: (query) => PlainScan.of(query, rows, 3 % step, step),
      });
    await besideScan("by the graph", searchOf(store, "groups"));
    const scans = queries.map((query) => PlainScan.of(query, rows));
    const missed = await missedOf(scans, searchOf(store, "groups"));
    bench.figure("of the nearest ten, missed", "%", [missed], { value: 2 });
    for (const [name, [filter, step]] of Object.entries(FILTERS))
      await besideScan(name, searchOf(store, "groups", filter), step);
    const { made: exact } = bench.use(await openEmbedded(directory, { index: "exact" }));
    await besideScan("exactly", searchOf(exact, "groups"));
    await searchHashedWords(bench, store, exact, count);
  },
} satisfies Case;

/** Searches hashed-word vectors of passages with queries of a few words, which are far from all rows. */
const searchHashedWords = async (bench: Bench, store: VectorStoreV1, exact: VectorStoreV1, count: number) => {
  await using vectors = await openTextVectors(bench.directory, DIMENSION);
  const random = new Random(53);
  const embed = async (size: number, textOf: (row: number) => string) => {
    const all: Float32Array[] = [];
    while (all.length < size) {
      const length = Math.min(EMBEDDED_AT_ONCE, size - all.length);
      all.push(...(await vectors.of(Array.from({ length }, (_, at) => textOf(all.length + at)))));
    }
    return all;
  };
  const rows = await embed(count, (row) => madeUpWords().about(row, 80, random));
  const queries = await embed(bench.scaled(200, 10), (row) => madeUpWords().keywords(row, 3, random));
  await fillVectors(store, "words", count, (row) => rows[row]!);
  await untilIndexed(store, bench.directory, "words", { rows: count, vector: queries[0]! });
  const scans = queries.map((query) => PlainScan.of(query, rows));
  const missed = await missedOf(scans, searchOf(store, "words"));
  bench.figure("hashed words, of the nearest ten, missed", "%", [missed], { value: 2 });
  await bench.latency({
    ...{ name: "hashed words", items: queries, reference: "exactly", p50: { ratio: 1.5 } },
    ...{ subject: searchOf(store, "words"), other: searchOf(exact, "words") },
  });
};

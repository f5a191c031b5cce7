import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import vectorEmbedded from "@quarry/vector-embedded";
import { clusteredVectors, ownUsage } from "@quarry/services/kit";
import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { Effect, Schema } from "effect";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { fillVectors, filtersOf, missedOf, openEmbedded, PlainScan, TOP_K, untilIndexed } from "../support/embedded.ts";

const DIMENSION = 384;
/** Large enough for all vectors to be cached at once. */
const SETTINGS = { cacheMemoryMb: 2_048 };

export default {
  summary:
    "a search of the embedded store in 10k, 100k and 1M vectors of 384 numbers, against one in the smallest, with filters too; 30 minutes, 6 GB",
  run: async (bench) => {
    const { directory } = bench;
    const { indexFromRows } = Schema.decodeUnknownSync(vectorEmbedded.settings)({});
    const filled: { readonly rows: number; readonly scans: readonly PlainScan[] }[] = [];
    const filtered = new Map<string, readonly PlainScan[]>();
    for (const rows of [10_000, 100_000, 1_000_000].map((size) => bench.scaled(size, 300))) {
      const next = clusteredVectors(DIMENSION, 11);
      const scans = Array.from({ length: bench.isSmoke ? 5 : 50 }, () => new PlainScan(next()));
      await using opened = await openEmbedded(directory, SETTINGS);
      const collection = `rows_${filled.length}`;
      const filters = Object.entries(filtersOf(rows));
      for (const [name] of filters)
        filtered.set(
          name,
          scans.map(({ query }) => new PlainScan(query)),
        );
      await fillVectors(opened.made, collection, rows, (row) => {
        const vector = next();
        for (const scan of scans) scan.offer(row, vector);
        for (const [name, [, matches]] of filters)
          if (matches(row)) for (const scan of filtered.get(name)!) scan.offer(row, vector);
        return vector;
      });
      filled.push({ rows, scans });
      if (rows >= indexFromRows) {
        const target = { rows, vector: scans[0]!.query };
        const { cpuMs } = await taken(() => untilIndexed(opened.made, directory, collection, target));
        bench.figure(`${rows} rows, CPU of building a row`, "ms", [cpuMs / rows]);
      }
      const files = readdirSync(directory).filter((file) => file.startsWith(`collection-${collection}.`));
      const bytes = files.reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
      bench.figure(`${rows} rows, files, a row`, "bytes", [bytes / rows]);
    }
    const { made: store } = bench.use(await openEmbedded(directory, SETTINGS));
    const search = (collection: string, filters?: JsonObject) => async (vector: Float32Array) => {
      const filter = filters && parseFilter(filters);
      return (await Effect.runPromise(store.search(collection, { vector, topK: TOP_K, filter }))).hits.map(
        ({ id }) => id,
      );
    };
    const smallest = search("rows_0");
    for (const [index, { rows, scans }] of filled.entries()) {
      const find = search(`rows_${index}`);
      const before = ownUsage().memoryMb;
      const { cpuMs } = await taken(() => find(scans[0]!.query));
      bench.figure(`${rows} rows, CPU of the first search`, "ms", [cpuMs]);
      const held = ((ownUsage().memoryMb - before) * 1e6) / rows;
      bench.figure(`${rows} rows, memory held, a row`, "bytes", [held], ...(index === 2 ? [{ value: 1_536 }] : []));
      bench.figure(`${rows} rows, of the nearest ten, missed`, "%", [await missedOf(scans, find)], { value: 2 });
      await bench.latency({
        ...{ name: `${rows} rows`, items: scans.map(({ query }) => query), p50: { ratio: 3 } },
        ...{ reference: "the smallest", subject: find, other: smallest },
      });
    }
    const largest = filled.at(-1)!.rows;
    const all = search(`rows_${filled.length - 1}`);
    for (const [name, [filters]] of Object.entries(filtersOf(largest))) {
      const find = search(`rows_${filled.length - 1}`, filters);
      const scans = filtered.get(name)!;
      const { cpuMs } = await taken(() => find(scans[0]!.query));
      bench.figure(`${largest} rows, ${name}: CPU of the first search`, "ms", [cpuMs], { value: 100 });
      bench.figure(`${largest} rows, ${name}: of the nearest ten, missed`, "%", [await missedOf(scans, find)], {
        value: 1,
      });
      await bench.latency({
        ...{ name: `${largest} rows, ${name}`, items: scans.map(({ query }) => query), p50: { ratio: 2 } },
        ...{ reference: "without a filter", subject: find, other: all },
      });
    }
  },
} satisfies Case;

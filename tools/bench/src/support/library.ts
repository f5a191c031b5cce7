import { join } from "node:path";
import { createQuarryClient } from "@quarry/client";
import { connectTransport } from "@quarry/client/node";
import { Quarry } from "@quarry/services/kit";
import type { Bench } from "../harness/bench.ts";
import { settled, taken } from "../harness/measure.ts";
import { libraryMetadata } from "./library-filters.ts";
import {
  BATCH,
  LIBRARY_DIMENSION,
  LIBRARY_WORDS,
  type LibraryQuestion,
  libraryQuestions,
  libraryRows,
  type LibraryRows,
} from "./library-rows.ts";

export const LIBRARY = "library";
export const QUERY_PATH = `/v1/collections/${LIBRARY}/query`;
export const MODES = ["semantic", "keyword", "hybrid"] as const;

/** Requests in flight: a write passes through four threads one after another, and each should have the next one. */
const IN_FLIGHT = 6;
/** Default number of rows from which the embedded store builds its graph. */
const GRAPH_FROM_ROWS = 30_000;

/**
 * Starts the service on a large collection, written through the API: texts about a thousand subjects, with metadata and
 * clients' vectors that form clusters. It is filled once, for all cases of a run; cases only read it.
 */
export const startLibrary = async (bench: Bench, rows: number): Promise<Quarry> => {
  // With fewer rows there would be no graph, and other code would be measured.
  const settings = rows < GRAPH_FROM_ROWS ? { indexFromRows: rows } : {};
  const config = { vectorStore: { plugin: "@quarry/vector-embedded", settings } };
  const start = (folder: string) =>
    Quarry.start({ data: join(folder, "data"), config, environment: { SERVICE_LOG_LEVEL: "error" } });
  const batches = await libraryRows(bench, rows);
  const folder = await bench.prepared(`library-${rows}`, async (folder) => {
    await using quarry = await start(folder);
    const written = await taken(() => fill(quarry, LIBRARY, batches, rows), quarry);
    bench.figure("rows a second, durable, 1,000 a request", "rows/s", [(1_000 * rows) / written.ms]);
    bench.figure("memory after the writes", "MB", [(await quarry.usage()).memoryMb]);
    const first = await taken(async () => {
      await quarry.call("POST", QUERY_PATH, askedIn("semantic", libraryQuestions(1, 31)[0]!));
    }, quarry);
    bench.figure("first semantic answer after the writes", "ms", [first.ms], { value: 3_000 });
    const indexed = await taken(() => settled(quarry), quarry);
    bench.figure("CPU of writing a row", "µs", [(1_000 * written.cpuMs) / rows]);
    bench.figure("CPU of a row's indexes afterwards", "µs", [(1_000 * indexed.cpuMs) / rows]);
    const { memoryMb, peakMemoryMb } = await quarry.usage();
    bench.figure("memory when all is indexed", "MB", [memoryMb]);
    bench.figure("most memory so far", "MB", [peakMemoryMb]);
    // Later measurements begin with the state after a crash.
    await quarry.kill();
  });
  bench.note(`${rows} rows of ${LIBRARY_WORDS} words and ${LIBRARY_DIMENSION} numbers`);
  return bench.use(await start(folder));
};

/** Creates and fills a collection over the contract's binary format. */
export const fill = async (
  quarry: Quarry,
  collectionName: string,
  batches: (batch: number) => LibraryRows,
  rows: number,
): Promise<void> => {
  await quarry.call("POST", "/v1/collections", { name: collectionName, dimension: LIBRARY_DIMENSION });
  const { address: baseUrl, secret: apiKey } = quarry;
  const client = createQuarryClient({ baseUrl, apiKey, transport: connectTransport({ baseUrl }) });
  let next = 0;
  const write = async (): Promise<void> => {
    while (next * BATCH < rows) {
      const first = next * BATCH;
      const { texts, vectors } = batches(next++);
      const entries = texts.map((text, at) => {
        const row = first + at;
        return { id: `row-${row}`, embedding: vectors[at]!, text, metadata: libraryMetadata(row) };
      });
      await client.vectors.upsertVectors({ collectionName, vectors: entries });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, write)).finally(() => client.close());
};

/** Returns a question in a mode, for ten results. */
export const askedIn = (search_mode: (typeof MODES)[number], { query, vector }: LibraryQuestion) => ({
  ...{ query, top_k: 10, search_mode },
  ...(search_mode !== "keyword" && { vector }),
});

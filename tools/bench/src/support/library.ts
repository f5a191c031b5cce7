import { join } from "node:path";
import { createQuarryClient } from "@quarry/client";
import { connectTransport } from "@quarry/client/node";
import { madeUpWords, Quarry, Random } from "@quarry/services/kit";
import type { Bench } from "../harness/bench.ts";
import { settled, taken } from "../harness/measure.ts";
import { openTextVectors } from "./plugins.ts";

export const LIBRARY = "library";
export const QUERY_PATH = `/v1/collections/${LIBRARY}/query`;
export const MODES = ["semantic", "keyword", "hybrid"] as const;

const WORDS = 80;
const BATCH = 256;
/** Enough that vectors of the next records are made while the service writes the last. */
const IN_FLIGHT = 4;
/** The embedded store builds its graph from so many rows on by itself. */
const GRAPH_FROM_ROWS = 30_000;

/**
 * Starts the service on a large collection: texts about a thousand subjects with clients' vectors, all written through
 * the API. It is filled once, for all cases of a run; cases only read it.
 */
export const startLibrary = async (bench: Bench, rows: number, dimension: number): Promise<Quarry> => {
  // With fewer rows there would be no graph, and other code would be measured.
  const settings = rows < GRAPH_FROM_ROWS ? { indexFromRows: rows } : {};
  const config = { vectorStore: { plugin: "@quarry/vector-embedded", settings } };
  const start = (folder: string) =>
    Quarry.start({ data: join(folder, "data"), config, environment: { SERVICE_LOG_LEVEL: "error" } });
  const folder = await bench.prepared(`library-${rows}-${dimension}`, async (folder) => {
    await using quarry = await start(folder);
    await quarry.call("POST", "/v1/collections", { name: LIBRARY, dimension });
    const written = await taken(() => fill(quarry, join(folder, "embedder"), rows, dimension), quarry);
    const indexed = await taken(async () => {
      // The graph is begun by the first search.
      const query = madeUpWords().keywords(1, 3, new Random(31));
      await quarry.call("POST", QUERY_PATH, { query, search_mode: "hybrid" });
      await settled(quarry);
    }, quarry);
    const [write, index] = [written, indexed].map(({ cpuMs }) => (cpuMs / rows).toFixed(3));
    bench.note(`a row is written with ${write} ms of CPU, its indexes with ${index} ms more`);
  });
  bench.note(`${rows} rows of ${WORDS} words and ${dimension} numbers`);
  return bench.use(await start(folder));
};

/** In the binary form of the contract. */
const fill = async (quarry: Quarry, embedderFolder: string, rows: number, dimension: number): Promise<void> => {
  const { address: baseUrl, secret: apiKey } = quarry;
  const client = createQuarryClient({ baseUrl, apiKey, transport: connectTransport({ baseUrl }) });
  await using embedder = await openTextVectors(embedderFolder, dimension);
  const random = new Random(31);
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < rows) {
      const start = next;
      next = Math.min(rows, start + BATCH);
      const texts = Array.from({ length: next - start }, (_, at) => madeUpWords().about(start + at, WORDS, random));
      const embeddings = await embedder.of(texts);
      const vectors = texts.map((text, at) => ({
        id: `row-${start + at}`,
        embedding: new Uint8Array(embeddings[at]!.buffer),
        text,
        metadata: { row: start + at, source: "bench" },
      }));
      await client.vectors.upsertVectors({ collectionName: LIBRARY, vectors });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, write)).finally(() => client.close());
};

/** What somebody would ask who knows the subjects: a few words, and every fourth time a question. */
export const libraryQuestions = (count: number, seed: number): readonly string[] => {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) =>
    index % 4 === 0
      ? madeUpWords().question(random.between(0, 999), 9, random)
      : madeUpWords().keywords(random.between(0, 999), 2 + (index % 3), random),
  );
};

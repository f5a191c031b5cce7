import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillDirect } from "../../data/fill-direct.ts";
import { openLocalEmbedder } from "../../data/local-embedder.ts";
import { makeVocabulary } from "../../data/prose.ts";
import { randomFrom } from "../../data/random.ts";
import { SubjectPassages } from "../../data/subject-passages.ts";
import type { BenchContext } from "../../harness/bench.ts";
import { settleProcess } from "../../harness/settle-process.ts";
import { QuarryClient } from "../../load/quarry-client.ts";
import type { DirectCollection } from "../../processes/direct-store.ts";
import { type QuarryServer, startQuarry } from "../../processes/quarry-server.ts";

export const COLLECTION = "library";
export const DIMENSION = 1_024;
export const TOP_K = 10;

const WORDS = 80;
/** The embedded store builds its graph from so many rows on by itself. */
const GRAPH_FROM_ROWS = 30_000;

/** A filled data folder, whose service is not running, and a copy of it. */
export interface Library {
  readonly passages: SubjectPassages;
  readonly rows: number;
  readonly collection: DirectCollection;
  /** Settings of the vector store, where they are not the defaults. */
  readonly storeSettings: Readonly<Record<string, unknown>>;
  readonly copy: string;
  /** Starts the service on the data folder. */
  readonly start: () => Promise<QuarryServer>;
}

/** Fills a collection through the API, lets the service build its indexes, and stops it. */
export const makeLibrary = async (context: BenchContext, rows: number): Promise<Library> => {
  const { directory, note } = context;
  const [data, copy] = [join(directory, "data"), join(directory, "copy")];
  // With fewer rows there would be no graph, and other code would be measured.
  const storeSettings = rows < GRAPH_FROM_ROWS ? { indexFromRows: rows } : {};
  const configuration = join(directory, "config.json");
  const vectorStore = { plugin: "@quarry/vector-embedded", settings: storeSettings };
  await writeFile(configuration, JSON.stringify({ vectorStore }));
  const start = () => startQuarry(data, { SERVICE_CONFIG: configuration });
  const passages = new SubjectPassages(makeVocabulary());
  await using quarry = await start();
  const collection = await createCollection(quarry);
  await using embedder = await openLocalEmbedder(directory);
  const random = randomFrom(31);
  const textOf = (row: number) => passages.passage(row, WORDS, random);
  const filled = await quarry.process.cpuWhile(() =>
    fillDirect(quarry, embedder, { collection: COLLECTION, rows, dimension: DIMENSION, textOf }),
  );
  note(`${rows} rows of ${WORDS} words and ${DIMENSION} numbers, written with ${perRow(filled, rows)} of CPU each`);
  // The graph is begun by the first search. A connection from before the filling would have been idle for too long.
  using client = await QuarryClient.open(quarry);
  const query = { query: passages.keywords(1, 3, random), search_mode: "hybrid" };
  const indexed = await quarry.process.cpuWhile(async () => {
    await client.call("POST", `/v1/collections/${COLLECTION}/query`, query);
    await settleProcess(quarry.process);
  });
  note(`indexes ready after ${perRow(indexed, rows)} more`);
  await quarry.process.stop();
  await cp(data, copy, { recursive: true });
  return { passages, rows, collection, storeSettings, copy, start };
};

const createCollection = async (quarry: QuarryServer): Promise<DirectCollection> => {
  using client = await QuarryClient.open(quarry);
  return await client.call("POST", "/v1/collections", { name: COLLECTION, dimension: DIMENSION });
};

const perRow = (cpuMs: number, rows: number): string => `${(cpuMs / rows).toFixed(3)} ms`;

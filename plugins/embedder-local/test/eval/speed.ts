import { performance } from "node:perf_hooks";
import type { EmbedderV1 } from "@quarry/plugin";
import { capabilities } from "../../src/embedder-capabilities.ts";
import type { KeywordIndex } from "./keyword-index.ts";
import { embedDocuments, embedQueries, fitTexts } from "./semantic-scores.ts";

const ROUNDS = 5;

/** Prints the speed of documents and queries after a warm-up round, and the main thread's load during it. */
export async function measureSpeed(
  embedder: EmbedderV1,
  texts: readonly string[],
  queries: readonly string[],
  index: KeywordIndex,
): Promise<void> {
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
  await embedDocuments(embedder, texts, index.statistics);
  const before = process.threadCpuUsage();
  const documents = await timed(() => embedDocuments(embedder, texts, index.statistics));
  const { user, system } = process.threadCpuUsage(before);
  const fitStart = performance.now();
  const fit = await fitTexts(embedder, texts);
  const fitSeconds = (performance.now() - fitStart) / 1000;
  await embedQueries(embedder, queries, index.statistics, fit);
  const query = await timed(() => embedQueries(embedder, queries, index.statistics, fit));
  console.error(
    `documents: ${(megabytes / documents).toFixed(1)} MB/s, ${(texts.length / documents).toFixed(0)} texts/s`,
  );
  const batches = ROUNDS * Math.ceil(texts.length / capabilities.maxBatchTexts);
  console.error(`main thread meanwhile: ${((user + system) / 1000 / batches).toFixed(2)} ms of CPU per batch`);
  console.error(`fit: ${fitSeconds.toFixed(1)} s for ${texts.length} texts, ${fit?.byteLength ?? 0} bytes`);
  console.error(`queries: ${((query / queries.length) * 1e6).toFixed(0)} µs each`);
}

/** Returns the seconds of the fastest round. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    rounds.push((performance.now() - start) / 1000);
  }
  return Math.min(...rounds);
}

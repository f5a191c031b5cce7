import { rm } from "node:fs/promises";
import type { BenchContext } from "../harness/bench.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import type { DirectCollection } from "../processes/direct-store.ts";
import { startQuarry } from "../processes/quarry-server.ts";
import { makeDocument } from "./prose.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Small chunks: their number counts, and small ones are made sooner. */
const CHUNK_SIZE = 128;
const DOCUMENT_CHARACTERS = 100_000;
const DOCUMENTS_AT_ONCE = 8;

/** Fills a collection through the service until it has at least `chunks` chunks, and stops the service again. */
export const fillService = async (
  context: BenchContext,
  dataDirectory: string,
  vocabulary: Vocabulary,
  { name, chunks }: { readonly name: string; readonly chunks: number },
): Promise<DirectCollection> => {
  await rm(dataDirectory, { recursive: true, force: true });
  await using quarry = await startQuarry(dataDirectory);
  using client = await QuarryClient.open(quarry);
  const collection = await client.call<DirectCollection>("POST", "/v1/collections", {
    name,
    chunk_size: CHUNK_SIZE,
    chunk_overlap: 0,
  });
  let filled = 0;
  let seconds = 0;
  for (let seed = 1; filled < chunks; seed += DOCUMENTS_AT_ONCE) {
    const texts = Array.from({ length: DOCUMENTS_AT_ONCE }, (_, index) =>
      makeDocument(vocabulary, DOCUMENT_CHARACTERS, seed + index),
    );
    const ingested = await ingestDocuments(client, name, texts);
    filled += ingested.chunks;
    seconds += ingested.seconds;
  }
  context.note(`${filled} chunks of at most ${CHUNK_SIZE} tokens, ${collection.dimension} dimensions`);
  context.note(`filled through the service in ${seconds.toFixed(0)} s`);
  return collection;
};

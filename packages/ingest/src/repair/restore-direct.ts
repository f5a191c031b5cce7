import { type Passage, PassageIndex, passageIdOf, vectorVersionOf } from "@quarry/index";
import { isIndexDamage, type VectorTarget } from "@quarry/catalog";
import { chunkId, isUuid } from "@quarry/plugin/domain";
import type { PluginError, VectorRecord } from "@quarry/plugin";

import { DocumentRepository } from "@quarry/store";
import { Effect } from "effect";

/** Number of records read at a time; bounds memory. */
const BATCH = 256;

/**
 * Maximum runs checked for a deleted document whose chunks are not purged yet. Chunks of later runs are taken for
 * client-written entries.
 */
const MAX_GENERATIONS = 100;

/**
 * Restores client-written passages from their vectors, which are stored with text and metadata. Returns false if the
 * index could not be read to its end, so that unknown entries may be lost.
 */
export const restoreDirect = Effect.fnUntraced(function* (collectionId: string, damaged: VectorTarget) {
  const passages = yield* PassageIndex;
  let cursor: string | undefined;
  for (;;) {
    const page = yield* readPage(damaged, cursor);
    if (page === undefined) return false;
    const direct = yield* directAmong(page.records);
    if (direct.length > 0) yield* passages.put(collectionId, direct.map(passageOf));
    cursor = page.nextCursor;
    if (cursor === undefined) return true;
  }
});

const readPage = ({ store, vectorCollection }: VectorTarget, cursor: string | undefined) =>
  store.service.list(vectorCollection, { limit: BATCH, ...(cursor !== undefined && { cursor }) }).pipe(
    Effect.catchIf(
      (error: PluginError) => isIndexDamage(error),
      () => Effect.succeed(undefined),
    ),
  );

/**
 * Returns the records that are not chunks of documents: a chunk's id is derived from the document and the position in
 * its metadata.
 */
const directAmong = Effect.fnUntraced(function* (records: readonly VectorRecord[]) {
  const documents = yield* DocumentRepository;
  const named = records.map(({ metadata: { document_id: id } }) => (typeof id === "string" && isUuid(id) ? id : ""));
  const runs = new Map<string, number>();
  for (const id of new Set(named)) {
    if (id !== "") runs.set(id, (yield* documents.findById(id))?.generation ?? MAX_GENERATIONS);
  }
  return records.filter((record, index) => !isChunk(record, named[index]!, runs.get(named[index]!) ?? 0));
});

const isChunk = ({ id, metadata }: VectorRecord, documentId: string, runs: number): boolean => {
  const index = metadata["chunk_index"];
  if (typeof index !== "number") return false;
  for (let generation = 1; generation <= runs; generation += 1) {
    if (chunkId(documentId, generation, index) === id) return true;
  }
  return false;
};

const passageOf = ({ id, text, metadata }: VectorRecord): Passage => ({
  id: passageIdOf(id),
  vectorVersion: vectorVersionOf(id),
  documentId: "",
  generation: 0,
  chunkIndex: 0,
  tokenCount: 0,
  contextText: "",
  text,
  metadata,
});

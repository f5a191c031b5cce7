import { type Passage, PassageIndex, passageIdOf, vectorVersionOf } from "@quarry/index";
import { isIndexDamage, type VectorTarget } from "@quarry/catalog";
import { chunkId, isUuid } from "@quarry/plugin/domain";
import type { PluginError, VectorRecord } from "@quarry/plugin";

import { DocumentRepository } from "@quarry/store";
import { Effect } from "effect";

/** Records read at a time; bounds memory. */
const BATCH = 256;

/** Runs of a document that is gone, whose chunks a purge may not have come to: more are taken for a client's. */
const MOST_RUNS = 100;

/**
 * Makes the passages of what clients wrote again of their vectors, which are stored with text and metadata. False when the
 * place could not be read to its end, so that some may be lost that nothing names.
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
 * Returns the records that are no chunks of documents: a chunk's id follows from the document and the position in its
 * metadata.
 */
const directAmong = Effect.fnUntraced(function* (records: readonly VectorRecord[]) {
  const documents = yield* DocumentRepository;
  const named = records.map(({ metadata: { document_id: id } }) => (typeof id === "string" && isUuid(id) ? id : ""));
  const runs = new Map<string, number>();
  for (const id of new Set(named)) {
    if (id !== "") runs.set(id, (yield* documents.findById(id))?.generation ?? MOST_RUNS);
  }
  return records.filter((record, target) => !isChunk(record, named[target]!, runs.get(named[target]!) ?? 0));
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

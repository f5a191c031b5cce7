import { type Passage, PassageIndex } from "@quarry/index";
import type { VectorTarget } from "@quarry/catalog";
import { chunkId, type JsonObject } from "@quarry/plugin/domain";

import { type CollectionRecord, type DocumentRecord, DocumentRepository } from "@quarry/store";
import { contextLine, countTokens } from "@quarry/text";
import { Effect } from "effect";
import { ParseFailure } from "../parse/parse-failure.ts";
import { chunkPassages } from "../pipeline/chunk-passages.ts";
import { readChunks } from "../pipeline/read-chunks.ts";
import { readableRecords } from "./readable-records.ts";

/** A document with a live run, whose chunks are searchable. */
export interface LiveDocument extends DocumentRecord {
  readonly liveGeneration: number;
}

export const isLive = (document: DocumentRecord): document is LiveDocument => document.liveGeneration !== null;

/** Whether all passages of the document's live run exist. */
export const hasPassages = Effect.fnUntraced(function* ({
  collectionId,
  id,
  liveGeneration,
  chunkCount,
}: LiveDocument) {
  const passages = yield* PassageIndex;
  return (yield* passages.listChunks(collectionId, id, liveGeneration, { limit: 1 })).total === chunkCount;
});

/**
 * Restores the passages of the document's live run from its original, with the same ids: the document is unchanged for
 * users, unless its parser has changed since.
 */
export const restoreDocument = Effect.fnUntraced(function* (document: LiveDocument, collection: CollectionRecord) {
  const passages = yield* PassageIndex;
  const documents = yield* DocumentRepository;
  // While the document is being replaced, its live run is that of the previous bytes.
  const run = { ...document, ...document.former, generation: document.liveGeneration };
  yield* passages.removeGeneration(collection.id, run.id, run.generation);
  let chunkCount = 0;
  let tokenCount = 0;
  // Its attachments are documents already.
  yield* readChunks(run, collection, { types: [], most: 0 }, (event) => {
    if (event.type !== "chunks") return Effect.void;
    chunkCount += event.chunks.length;
    for (const chunk of event.chunks) tokenCount += chunk.tokenCount;
    return passages.put(collection.id, chunkPassages(run, event));
  });
  if (chunkCount === 0) return yield* new ParseFailure({ reason: "empty", message: "the file no longer has text" });
  if (chunkCount === document.chunkCount && tokenCount === document.tokenCount) return;
  yield* documents.recountRun(document, { chunkCount, tokenCount });
});

/** Number of passages restored from vectors at a time. */
const BATCH = 256;

/**
 * Restores the passages from the vectors' stored data if the original can't be read: text and metadata are the chunks'
 * own, and the context is rebuilt from title and section. Returns false if some are missing.
 */
export const restoreFromVectors = Effect.fnUntraced(function* (document: LiveDocument, damaged: VectorTarget) {
  const passages = yield* PassageIndex;
  const { id: documentId, collectionId, liveGeneration: generation, chunkCount } = document;
  for (let start = 0; start < chunkCount; start += BATCH) {
    const wanted = Array.from({ length: Math.min(BATCH, chunkCount - start) }, (_, at) => ({
      ...NO_PASSAGE,
      id: chunkId(documentId, generation, start + at),
      documentId,
      generation,
      chunkIndex: start + at,
    }));
    const records = yield* readableRecords(damaged, wanted);
    if (records.size < wanted.length) return false;
    const found = wanted.map((passage): Passage => {
      const { text, metadata } = records.get(passage.id)!;
      return { ...passage, text, metadata, tokenCount: countTokens(text), contextText: contextOf(metadata) };
    });
    yield* passages.put(collectionId, found);
  }
  return chunkCount > 0;
});

const NO_PASSAGE = { text: "", contextText: "", metadata: {}, tokenCount: 0 } as const;

const contextOf = ({ section, title, filename }: JsonObject): string => {
  const headings = Array.isArray(section) ? section.filter((heading) => typeof heading === "string") : [];
  return contextLine(headings, {
    title: typeof title === "string" ? title : null,
    filename: typeof filename === "string" ? filename : null,
  });
};

import { OWN_FIELDS, PASSAGE_FIELDS } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE, type JsonObject } from "@quarry/plugin/domain";

import { type DocumentRecord, SERVICE_FIELDS } from "@quarry/store";
import type { ContextualChunk } from "../parse/parse-protocol.ts";

/**
 * Metadata of a chunk, for filters and results: the document's metadata, the chunk's own where it doesn't use one of
 * the service's names, and the chunk's position in the document.
 */
export const chunkMetadata = (shared: JsonObject, chunk: ContextualChunk, document: DocumentRecord): JsonObject => ({
  ...shared,
  ...(document.fileType === GIVEN_CHUNKS_TYPE && ownMetadata(chunk)),
  page: chunk.page,
  section: chunk.mainSection,
  chunk_index: chunk.chunkIndex,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
});

/** Returns the metadata given with a chunk, and its names, so that it stays when the document's metadata is updated. */
const ownMetadata = ({ ownMetadata: input = {} }: ContextualChunk): JsonObject => {
  const reserved = new Set([...PASSAGE_FIELDS, OWN_FIELDS, ...SERVICE_FIELDS]);
  const own = Object.entries(input).filter(([name]) => !reserved.has(name));
  return { ...Object.fromEntries(own), [OWN_FIELDS]: own.map(([name]) => name) };
};

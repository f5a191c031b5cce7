import { OWN_FIELDS, PASSAGE_FIELDS } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE, type JsonObject } from "@quarry/plugin/domain";

import { type DocumentRecord, SERVICE_FIELDS } from "@quarry/store";
import type { ContextualChunk } from "../parse/parse-protocol.ts";

/**
 * Returns the metadata of a chunk for filters and results: the document's metadata, the chunk's own fields except
 * reserved names, and the chunk's position in the document.
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

/**
 * Returns the metadata supplied with a chunk, and its field names, so that these fields stay when the document's
 * metadata is updated.
 */
const ownMetadata = ({ ownMetadata: input = {} }: ContextualChunk): JsonObject => {
  const reserved = new Set([...PASSAGE_FIELDS, OWN_FIELDS, ...SERVICE_FIELDS]);
  const own = Object.entries(input).filter(([name]) => !reserved.has(name));
  return { ...Object.fromEntries(own), [OWN_FIELDS]: own.map(([name]) => name) };
};

import type { JsonObject } from "@quarry/plugin/domain";
import { type DocumentRecord, serviceFields } from "@quarry/store";
import type { ContextualChunk } from "../parse/parse-protocol.ts";

/**
 * What filters see of a chunk and what results carry: the document's metadata, the chunk's own where it doesn't use one of
 * the service's names, and the chunk's place in the document.
 */
export const chunkMetadata = (shared: JsonObject, chunk: ContextualChunk, document: DocumentRecord): JsonObject => ({
  ...shared,
  ...(chunk.ownMetadata !== undefined && { ...chunk.ownMetadata, ...serviceFields(document) }),
  page: chunk.page,
  section: chunk.mainSection,
  chunk_index: chunk.chunkIndex,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
});

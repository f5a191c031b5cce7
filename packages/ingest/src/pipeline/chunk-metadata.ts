import type { JsonObject } from "@quarry/plugin/domain";
import type { TextChunk } from "@quarry/plugin/text";

/** What filters see of a chunk and what results carry: the document's metadata and the chunk's place in it. */
export const chunkMetadata = (shared: JsonObject, chunk: TextChunk): JsonObject => ({
  ...shared,
  page: chunk.page,
  section: chunk.mainSection,
  chunk_index: chunk.chunkIndex,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
});

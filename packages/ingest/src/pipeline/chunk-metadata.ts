import type { JsonObject } from "@quarry/domain";
import type { DocumentRecord } from "@quarry/store";
import type { TextChunk } from "@quarry/text";

/**
 * What filters see of a chunk and what results carry (decision 22): the service's own fields, and the upload's metadata
 * where it doesn't use one of their names.
 */
export const chunkMetadata = (document: DocumentRecord, chunk: TextChunk): JsonObject => ({
  ...document.metadata,
  document_id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  page: chunk.page,
  section: chunk.firstSection,
  chunk_index: chunk.chunkIndex,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
  created_at: document.createdAt,
});

/** Metadata keys that the service writes on every chunk; the upload's metadata can't shadow them (decision 22). */
export const CHUNK_SYSTEM_FIELDS = [
  "document_id",
  "page",
  "filename",
  "file_type",
  "section",
  "start_char",
  "end_char",
  "chunk_index",
  "created_at",
] as const;

import type { JsonObject } from "@quarry/plugin/domain";
import type { DocumentInfo, DocumentRecord } from "@quarry/store";

/** What a file says about itself that chunks carry. */
type FileInfo = Pick<DocumentInfo, "title" | "author" | "createdAt" | "language">;

/**
 * What all chunks of a document carry: what the file says about itself, the document's metadata where it doesn't use one of
 * the service's names, and the service's own fields.
 */
export const documentMetadata = (document: DocumentRecord, info: FileInfo): JsonObject => ({
  ...fileMetadata(info),
  ...document.metadata,
  ...serviceFields(document),
});

/** Names that no metadata of others shadows. */
export const serviceFields = (document: DocumentRecord): JsonObject => ({
  document_id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  created_at: document.createdAt,
});

/** Only what the file does say: an absent field reads as one that nobody set. */
const fileMetadata = ({ title, author, createdAt, language }: FileInfo): JsonObject => ({
  ...(title !== undefined && { title }),
  ...(author !== undefined && { author }),
  ...(createdAt !== undefined && { file_created_at: createdAt }),
  ...(language !== undefined && { language }),
});

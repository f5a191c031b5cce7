import type { JsonObject } from "@quarry/plugin/domain";
import type { DocumentInfo, DocumentRecord } from "@quarry/store";

/** What a file says about itself that chunks carry. */
type FileInfo = Pick<DocumentInfo, "title" | "author" | "createdAt" | "language">;

/**
 * What all chunks of a document carry: what the file says about itself, the document's metadata where it doesn't use one of
 * the service's names, and the service's own fields. The names that came after the contract give way to the metadata, whose
 * owner may have used them before.
 */
export const documentMetadata = (document: DocumentRecord, info: FileInfo): JsonObject => ({
  ...fileMetadata(info),
  content_hash: document.contentHash,
  ...(document.externalId !== null && { external_id: document.externalId }),
  ...(document.sourceUrl !== null && { source_url: document.sourceUrl }),
  ...(document.expiresAt !== null && { expires_at: document.expiresAt }),
  ...document.metadata,
  document_id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  created_at: document.createdAt,
});

/** The same of the version whose chunks are found, which may be a former one. */
export const liveMetadata = (document: DocumentRecord): JsonObject =>
  documentMetadata({ ...document, ...document.former }, document.info ?? {});

/** Only what the file does say: an absent field reads as one that nobody set. */
const fileMetadata = ({ title, author, createdAt, language }: FileInfo): JsonObject => ({
  ...(title !== undefined && { title }),
  ...(author !== undefined && { author }),
  ...(createdAt !== undefined && { file_created_at: createdAt }),
  ...(language !== undefined && { language }),
});

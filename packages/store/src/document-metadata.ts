import type { JsonObject } from "@quarry/plugin/domain";
import { parentIdOf } from "./attachment-id.ts";
import type { DocumentInfo, DocumentRecord } from "./document.ts";

/** File properties that chunks carry. */
type FileInfo = Pick<
  DocumentInfo,
  "title" | "author" | "createdAt" | "modifiedAt" | "keywords" | "language" | "fields"
>;

/** Service fields that document metadata can't override. */
type NamedDocument = Pick<DocumentRecord, "id" | "filename" | "fileType" | "createdAt">;

export type DescribedDocument = NamedDocument &
  Pick<DocumentRecord, "metadata" | "contentHash" | "externalId" | "sourceUrl" | "expiresAt">;

/**
 * Builds the metadata that filters see for a document and that all of its chunks carry: the file's properties, the
 * document's metadata, unless it uses a reserved name, and the service's own fields. Names added after the contract
 * yield to the document's metadata, whose owner may have used them before.
 */
export const documentMetadata = (document: DescribedDocument, info: FileInfo): JsonObject => {
  const parentId = parentIdOf(document.externalId);
  return {
    ...fileMetadata(info),
    // A page that was not fetched yet has no content.
    ...(document.contentHash !== "" && { content_hash: document.contentHash }),
    ...(document.externalId !== null && { external_id: document.externalId }),
    ...(parentId !== undefined && { parent_id: parentId }),
    ...(document.sourceUrl !== null && { source_url: document.sourceUrl }),
    ...(document.expiresAt !== null && { expires_at: document.expiresAt }),
    ...document.metadata,
    ...serviceFields(document),
  };
};

export const serviceFields = (document: NamedDocument): JsonObject => ({
  document_id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  created_at: document.createdAt,
});

/** Names of `serviceFields`, which metadata can't shadow. */
export const SERVICE_FIELDS: readonly string[] = ["document_id", "filename", "file_type", "created_at"];

/** All names that the service can set for a document. */
export const SERVICE_NAMES: readonly string[] = [
  ...SERVICE_FIELDS,
  ...["content_hash", "external_id", "parent_id", "source_url", "expires_at"],
  ...["title", "author", "file_created_at", "file_modified_at", "keywords", "language"],
];

/** Returns the `documentMetadata` of the live version, which may be a previous one. */
export const liveMetadata = (document: DocumentRecord): JsonObject =>
  documentMetadata({ ...document, ...document.former }, document.info ?? {});

/** Contains only properties that the file has: an absent field reads as one that was not set. */
const fileMetadata = ({ title, author, createdAt, modifiedAt, keywords, language, fields }: FileInfo): JsonObject => ({
  ...fields,
  ...(title !== undefined && { title }),
  ...(author !== undefined && { author }),
  ...(createdAt !== undefined && { file_created_at: createdAt }),
  ...(modifiedAt !== undefined && { file_modified_at: modifiedAt }),
  ...(keywords !== undefined && { keywords }),
  ...(language !== undefined && { language }),
});

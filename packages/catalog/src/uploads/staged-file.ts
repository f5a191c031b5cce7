import type { StoredFile } from "@quarry/store/files";

/** A file whose bytes are durable and which no record names yet. */
export interface StagedFile extends StoredFile {
  /** Of the document that it will be, if it becomes a new one. */
  readonly documentId: string;
  readonly filename: string;
  readonly fileType: string;
  /** Names the bytes where they are shared with others. Default: the document's id. */
  readonly blobId?: string;
  /** Where the bytes are to be fetched from; until then there are none. */
  readonly sourceUrl?: string;
}

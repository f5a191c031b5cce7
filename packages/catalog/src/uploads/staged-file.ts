import type { StoredFile } from "@quarry/store/files";

/** A file whose bytes are durable but which no record references yet. */
export interface StagedFile extends StoredFile {
  /** Id of the document, if the file becomes a new one. */
  readonly documentId: string;
  readonly filename: string;
  readonly fileType: string;
  /** Id of the bytes if they are shared with others. Default: the document's id. */
  readonly blobId?: string;
  /** URL to fetch the bytes from; until then there are none. */
  readonly sourceUrl?: string;
}

import { isUuid } from "@quarry/plugin/domain";
import type { FileKey } from "../file-key.ts";

/** Names of objects: `<prefix>/<collection>/<document>`. */
export class S3Names {
  /** Empty, or ends with a slash. */
  readonly prefix: string;

  constructor(prefix = "") {
    const bare = prefix.replace(/^\/+|(?<!\/)\/+$/g, "");
    this.prefix = bare === "" ? "" : `${bare}/`;
  }

  object = (key: FileKey): string => this.collection(key.collectionId) + key.documentId;

  /** Object for testing whether the bucket is writable. It belongs to no document. */
  probe = (owner: string): string => `${this.prefix}write-probe/${owner}`;

  /** Prefix of all objects of a collection. */
  collection = (collectionId: string): string => `${this.prefix}${collectionId}/`;

  /** Returns undefined for an object that this store did not write. */
  key = (object: string | undefined): FileKey | undefined => {
    if (object === undefined || !object.startsWith(this.prefix)) return undefined;
    const [collectionId = "", documentId = "", ...more] = object.slice(this.prefix.length).split("/");
    return isUuid(collectionId) && isUuid(documentId) && more.length === 0 ? { collectionId, documentId } : undefined;
  };
}

import { hash } from "node:crypto";
import { MAX_COLLECTION_NAME_LENGTH } from "./limits.ts";

/** Pattern of a collection name: ASCII, starts with a letter, no trailing newline. */
export const COLLECTION_NAME_PATTERN = `^[a-zA-Z][a-zA-Z0-9_]{0,${MAX_COLLECTION_NAME_LENGTH - 1}}$`;

const collectionName = new RegExp(COLLECTION_NAME_PATTERN);

export const isCollectionName = (name: string): boolean => collectionName.test(name);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether the value is a lower-case UUID, as the service issues them. No other value can identify an existing resource.
 */
export const isUuid = (value: string): boolean => uuid.test(value);

export const newId = (): string => globalThis.crypto.randomUUID();

/** Returns a UUID, version 7 (RFC 9562): one generated in a later millisecond is greater. */
export const newTimeId = (): string => {
  const time = Date.now().toString(16).padStart(12, "0");
  const random = newId();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
};

/** Returns a UUID, version 5 (RFC 9562): a function of a name and of the UUID that is its namespace. */
export const nameId = (name: string, within: string): string => {
  const namespace = Buffer.from(within.replaceAll("-", ""), "hex");
  const bytes = hash("sha1", Buffer.concat([namespace, Buffer.from(name)]), "buffer");
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = bytes.toString("hex");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20, 32)}`;
};

/**
 * Returns the id of a chunk: a function of its position, so that a retry of the same run writes the same ids, and a
 * later run (another generation) never does.
 */
export const chunkId = (documentId: string, generation: number, chunkIndex: number): string =>
  nameId(`${generation}/${chunkIndex}`, documentId);

/** Returns the id that an archive's document gets in a collection created from it; the same on every call. */
export const importedDocumentId = (documentId: string, collectionId: string): string =>
  nameId(documentId, collectionId);

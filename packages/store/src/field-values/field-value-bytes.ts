import { createHash } from "node:crypto";
import { type FilterScalar, isCanonicalMoment, shownMoment } from "@quarry/plugin/domain";

/** Kinds of field values: the byte between the path and the value. */
export const KIND = {
  present: 0x01,
  nullElement: 0x02,
  array: 0x03,
  boolean: 0x10,
  number: 0x20,
  string: 0x30,
  /** String that begins like a date. Queries on these are ranges. */
  date: 0x31,
  /** SHA-256 of a string that is too long or not valid Unicode. It can only be tested for equality. */
  digest: 0x40,
} as const;

/** Prefix levels of a trie for range queries: each node is the first bytes of many values. Coarsest first. */
interface TrieNodes {
  readonly leaf: number;
  readonly levels: readonly { readonly kind: number; readonly length: number }[];
}

/**
 * Prefixes of numbers. As milliseconds since 1970, for example, they are steps of 64 years, three months and minutes.
 */
export const NUMBER_NODES: TrieNodes = {
  leaf: KIND.number,
  levels: [
    { kind: 0x23, length: 2 },
    { kind: 0x22, length: 3 },
    { kind: 0x21, length: 4 },
  ],
};

/** Prefixes of ISO 8601 dates: years, months and days. */
export const DATE_NODES: TrieNodes = {
  leaf: KIND.date,
  levels: [
    { kind: 0x34, length: 4 },
    { kind: 0x33, length: 7 },
    { kind: 0x32, length: 10 },
  ],
};

/** Longest string stored literally, in UTF-8 bytes: it must fit into an index key on all databases. */
const MAX_LITERAL_BYTES = 700;
export const PATH_BYTES = 12;
/** Start of the value in an indexed field value, in bytes from 0. */
export const VALUE_START = PATH_BYTES + 1;

const DATE = /^\d{4}-\d\d/;

/** Digest of a metadata path. No metadata path has one of the reserved digests. */
export type FieldPathDigest = Buffer;

export const fieldPathDigest = (path: string): FieldPathDigest =>
  createHash("sha256").update(Buffer.from(path, "utf16le")).digest().subarray(0, PATH_BYTES);

const reserved = (number: number): FieldPathDigest =>
  Buffer.from([...Array.from({ length: PATH_BYTES - 1 }, () => 0), number]);

/** Path at which every document has a value. */
export const ALL_DOCUMENTS_PATH = reserved(0);
export const STATUS_PATH = reserved(1);
export const FAILED_BY_PATH = reserved(2);
/**
 * Path of documents with more field values than are indexed per document. Only their metadata shows which filters they
 * match.
 */
export const UNINDEXED_PATH = reserved(3);

export const fieldValue = (path: FieldPathDigest, kind: number, value: Uint8Array = EMPTY_BYTES): Buffer =>
  Buffer.concat([path, Buffer.from([kind]), value]);

const EMPTY_BYTES = new Uint8Array(0);

export const presentValue = (path: FieldPathDigest): Buffer => fieldValue(path, KIND.present);

/** Field value for a value or an array element. */
export const encodeScalar = (path: FieldPathDigest, value: FilterScalar): Buffer => {
  if (typeof value === "boolean") return fieldValue(path, KIND.boolean, Buffer.from([value ? 1 : 0]));
  if (typeof value === "number") return fieldValue(path, KIND.number, numberBytes(value));
  const bytes = literalBytes(value);
  if (bytes === undefined) {
    return fieldValue(path, KIND.digest, createHash("sha256").update(Buffer.from(value, "utf16le")).digest());
  }
  return fieldValue(path, DATE.test(value) ? KIND.date : KIND.string, bytes);
};

/** Returns the prefix nodes that contain a value. */
export const nodeValues = (path: FieldPathDigest, value: FilterScalar): readonly Buffer[] => {
  const bytes = typeof value === "number" ? numberBytes(value) : dateBytes(value);
  if (bytes === undefined) return [];
  const { levels } = typeof value === "number" ? NUMBER_NODES : DATE_NODES;
  return levels.map(({ kind, length }) => fieldValue(path, kind, bytes.subarray(0, length)));
};

const dateBytes = (value: string | boolean): Buffer | undefined =>
  typeof value === "string" && DATE.test(value) ? literalBytes(value) : undefined;

const literalBytes = (value: string): Buffer | undefined => {
  // A character takes at least one byte.
  if (value.length > MAX_LITERAL_BYTES || !value.isWellFormed()) return undefined;
  const bytes = Buffer.from(value);
  return bytes.length > MAX_LITERAL_BYTES ? undefined : bytes;
};

/** Encodes a number as eight bytes whose byte order equals the numeric order. */
export const numberBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  // Encodes -0 as 0.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  if (bytes[0]! >= 0x80) for (let at = 0; at < 8; at++) bytes[at] = ~bytes[at]!;
  else bytes[0]! |= 0x80;
  return bytes;
};

/**
 * Decodes an indexed field value, in the form that facets show. Returns undefined for a digest, or if there is no
 * value.
 */
export const decodeScalar = (bytes: Uint8Array): FilterScalar | undefined => {
  const value = Buffer.from(bytes.buffer, bytes.byteOffset + VALUE_START, bytes.byteLength - VALUE_START);
  switch (bytes[PATH_BYTES]) {
    case KIND.boolean:
      return value[0] === 1;
    case KIND.number:
      return decodeNumber(value);
    case KIND.string:
      return value.toString("utf8");
    case KIND.date: {
      const text = value.toString("utf8");
      return isCanonicalMoment(text) ? shownMoment(text) : text;
    }
    default:
      return undefined;
  }
};

const decodeNumber = (ordered: Buffer): number => {
  const bytes = Buffer.from(ordered);
  if (bytes[0]! < 0x80) for (let at = 0; at < 8; at++) bytes[at] = ~bytes[at]!;
  else bytes[0]! &= 0x7f;
  return bytes.readDoubleBE();
};

/** Returns the smallest bytes after all that start with these, or undefined if there are none. */
export const prefixSuccessor = (bytes: Uint8Array): Buffer | undefined => {
  for (let end = bytes.length; end > 0; end--) {
    if (bytes[end - 1] === 0xff) continue;
    const next = Buffer.from(bytes.subarray(0, end));
    next[end - 1]! += 1;
    return next;
  }
  return undefined;
};

import { createHash } from "node:crypto";
import { type FilterScalar, isCanonicalMoment, shownMoment } from "@quarry/plugin/domain";

/** Kinds of field values: the byte that stands between the path and the value. */
export const KIND = {
  present: 0x01,
  nullElement: 0x02,
  array: 0x03,
  boolean: 0x10,
  number: 0x20,
  string: 0x30,
  /** A string that begins as a date does: what is asked of those are ranges. */
  date: 0x31,
  /** Of a string that is long, or no Unicode: equality is all that is known of it. */
  digest: 0x40,
} as const;

/** Prefixes that stand for many values in ranges: their first bytes. Coarsest first. */
interface Nodes {
  readonly leaf: number;
  readonly levels: readonly { readonly kind: number; readonly length: number }[];
}

/** Steps of 64 years, of three months of years, and of minutes of milliseconds since 1970, say. */
export const NUMBER_NODES: Nodes = {
  leaf: KIND.number,
  levels: [
    { kind: 0x23, length: 2 },
    { kind: 0x22, length: 3 },
    { kind: 0x21, length: 4 },
  ],
};

/** Years, months and days of ISO 8601. */
export const DATE_NODES: Nodes = {
  leaf: KIND.date,
  levels: [
    { kind: 0x34, length: 4 },
    { kind: 0x33, length: 7 },
    { kind: 0x32, length: 10 },
  ],
};

/** Longest string that a field value holds, in UTF-8 bytes: a key of the database holds it on all of them. */
const MAX_LITERAL_BYTES = 700;
export const PATH_BYTES = 12;
/** Start of the value in an indexed field value, in bytes from 0. */
export const VALUE_START = PATH_BYTES + 1;

const DATE = /^\d{4}-\d\d/;

/** Digest of a path: no metadata path has one of the reserved ones. */
export type FieldPathDigest = Buffer;

export const fieldPathDigest = (path: string): FieldPathDigest =>
  createHash("sha256").update(Buffer.from(path, "utf16le")).digest().subarray(0, PATH_BYTES);

const reserved = (number: number): FieldPathDigest =>
  Buffer.from([...Array.from({ length: PATH_BYTES - 1 }, () => 0), number]);

/** All documents have something there. */
export const LIVE_PATH = reserved(0);
export const STATUS_PATH = reserved(1);
export const FAILED_BY_PATH = reserved(2);
/** Documents with more field values than are kept of one: what they match, their metadata must tell. */
export const CROWDED_PATH = reserved(3);

export const fieldValue = (path: FieldPathDigest, kind: number, value: Uint8Array = NOTHING): Buffer =>
  Buffer.concat([path, Buffer.from([kind]), value]);

const NOTHING = new Uint8Array(0);

export const presentValue = (path: FieldPathDigest): Buffer => fieldValue(path, KIND.present);

/** The value, or an element of the array, is this. */
export const scalarValue = (path: FieldPathDigest, value: FilterScalar): Buffer => {
  if (typeof value === "boolean") return fieldValue(path, KIND.boolean, Buffer.from([value ? 1 : 0]));
  if (typeof value === "number") return fieldValue(path, KIND.number, numberBytes(value));
  const bytes = literalBytes(value);
  if (bytes === undefined) {
    return fieldValue(path, KIND.digest, createHash("sha256").update(Buffer.from(value, "utf16le")).digest());
  }
  return fieldValue(path, DATE.test(value) ? KIND.date : KIND.string, bytes);
};

/** The nodes that a value is under. */
export const nodeValues = (path: FieldPathDigest, value: FilterScalar): readonly Buffer[] => {
  const bytes = typeof value === "number" ? numberBytes(value) : dateBytes(value);
  if (bytes === undefined) return [];
  const { levels } = typeof value === "number" ? NUMBER_NODES : DATE_NODES;
  return levels.map(({ kind, length }) => fieldValue(path, kind, bytes.subarray(0, length)));
};

const dateBytes = (value: string | boolean): Buffer | undefined =>
  typeof value === "string" && DATE.test(value) ? literalBytes(value) : undefined;

const literalBytes = (value: string): Buffer | undefined => {
  // A character takes a byte at least.
  if (value.length > MAX_LITERAL_BYTES || !value.isWellFormed()) return undefined;
  const bytes = Buffer.from(value);
  return bytes.length > MAX_LITERAL_BYTES ? undefined : bytes;
};

/** Eight bytes that are ordered as the numbers are. */
export const numberBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  // -0 equals 0.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  if (bytes[0]! >= 0x80) for (let at = 0; at < 8; at++) bytes[at] = ~bytes[at]!;
  else bytes[0]! |= 0x80;
  return bytes;
};

/** The value that an indexed field value holds, as facets show it; undefined where it is a digest, or no value. */
export const scalarOf = (bytes: Uint8Array): FilterScalar | undefined => {
  const value = Buffer.from(bytes.buffer, bytes.byteOffset + VALUE_START, bytes.byteLength - VALUE_START);
  switch (bytes[PATH_BYTES]) {
    case KIND.boolean:
      return value[0] === 1;
    case KIND.number:
      return numberOf(value);
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

const numberOf = (ordered: Buffer): number => {
  const bytes = Buffer.from(ordered);
  if (bytes[0]! < 0x80) for (let at = 0; at < 8; at++) bytes[at] = ~bytes[at]!;
  else bytes[0]! &= 0x7f;
  return bytes.readDoubleBE();
};

/** The first bytes behind all that begin with these; undefined where there are none. */
export const behind = (bytes: Uint8Array): Buffer | undefined => {
  for (let end = bytes.length; end > 0; end--) {
    if (bytes[end - 1] === 0xff) continue;
    const next = Buffer.from(bytes.subarray(0, end));
    next[end - 1]! += 1;
    return next;
  }
  return undefined;
};

import { hash } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";

/** A digest of so many characters (132 bits) tells any number of texts apart. */
const DIGEST_LENGTH = 22;

/** Decimal digits that tell every float from the next. */
const FLOAT_DIGITS = 9;

/**
 * Fields of a document. The digests for filters include the collection's generation, so that the index separates
 * collections, though many share it.
 */
export const FIELDS = {
  generation: "generation",
  id: "id",
  facts: "facts",
  least: "least",
  greatest: "greatest",
  vector: "vector",
  /** Metadata, text and vector as they came; not indexed. */
  body: "body",
} as const;

/** Mappings of the fields for filters. */
export const VALUE_FIELDS = {
  [FIELDS.generation]: { type: "keyword", doc_values: false },
  [FIELDS.facts]: { type: "keyword", doc_values: false },
  // 128 bits with an order: the one type that can hold a path and a number.
  [FIELDS.least]: { type: "ip", doc_values: false },
  [FIELDS.greatest]: { type: "ip", doc_values: false },
} as const;

/** The mapping for vectors of one length. Doc values are kept where something is sorted or given by them. */
export const mappingOf = (dimension: number) => ({
  dynamic: false,
  // The vector is in its own place already, where it can't be read from exactly and quickly; the rest is derived.
  _source: { includes: [FIELDS.body] },
  _routing: { required: true },
  properties: {
    ...VALUE_FIELDS,
    [FIELDS.id]: { type: "keyword" },
    [FIELDS.vector]: {
      type: "knn_vector",
      dimension,
      // Vectors have length 1, so that the inner product is the cosine, without computing their lengths again.
      method: { name: "hnsw", engine: "lucene", space_type: "innerproduct", parameters: GRAPH },
    },
  },
});

/** HNSW parameters: with the server's defaults more of the nearest are missed. */
const GRAPH = { m: 16, ef_construction: 128 } as const;

const digestOf = (generation: string, text: string): string =>
  hash("sha256", Buffer.from(`${generation}${text}`, "utf16le"), "base64url").slice(0, DIGEST_LENGTH);

/** Document id on the server, a digest: ids there have at most 512 bytes, records' ids up to 2,176. */
export const documentIdOf = digestOf;

/** A word of field values as it is stored: no text is too long for it, and none needs care. */
export const valueDigestOf = digestOf;

/** The digits of an address before and behind which all numbers of a path lie. */
export interface PathRange {
  readonly first: string;
  readonly last: string;
  readonly at: (value: number) => string;
}

export const pathRange = (generation: string, path: string): PathRange => {
  const digits = hash("sha256", Buffer.from(`${generation}${path}`, "utf16le"), "hex").slice(0, 16);
  const address = (low: string) => `${digits}${low}`.match(/.{4}/g)!.join(":");
  return {
    first: address("0".repeat(16)),
    last: address("f".repeat(16)),
    at: (value) => address(sortableDigits(value)),
  };
};

/** The bits of a double, so that texts are ordered as the numbers are. */
const sortableDigits = (value: number): string => {
  // -0 equals 0.
  VIEW.setFloat64(0, value === 0 ? 0 : value);
  const bits = VIEW.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return BigInt.asUintN(64, isNegative ? ~bits : bits | (1n << 63n))
    .toString(16)
    .padStart(16, "0");
};

const VIEW = new DataView(new ArrayBuffer(8));

/** Values of the fields for filters, for all metadata that a collection may have. */
export const valueFields = (generation: string, metadata: JsonObject) => {
  const { words, numbers } = metadataFacts(metadata);
  const [least, greatest]: [string[], string[]] = [[], []];
  for (const [path, range] of numbers) {
    const { at } = pathRange(generation, path);
    least.push(at(range.least));
    greatest.push(at(range.greatest));
  }
  return {
    [FIELDS.generation]: generation,
    [FIELDS.facts]: words.map((word) => valueDigestOf(generation, word)),
    [FIELDS.least]: least,
    [FIELDS.greatest]: greatest,
  };
};

/** A record as the server indexes it, as JSON. */
export const toDocument = (generation: string, { id, vector, metadata, text }: VectorRecord): string =>
  JSON.stringify({
    [FIELDS.vector]: shortNumbers(vector),
    [FIELDS.id]: id,
    ...valueFields(generation, metadata),
    [FIELDS.body]: JSON.stringify([metadata, text, bytesOf(vector)]),
  });

/** The floats as numbers that are no longer than they need as JSON. */
export const shortNumbers = (vector: Float32Array): number[] =>
  Array.from(vector, (value) => Number(value.toPrecision(FLOAT_DIGITS)));

/** Decodes metadata, text and vector from the output of `toDocument`. */
export const bodyOf = (source: Readonly<Record<string, unknown>>): Omit<VectorRecord, "id"> => {
  const [metadata, text, bytes] = JSON.parse(source[FIELDS.body] as string) as [JsonObject, string, string];
  return { metadata, text, vector: vectorOf(bytes) };
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");

const vectorOf = (bytes: string): Float32Array => {
  const buffer = Buffer.from(bytes, "base64");
  return new Float32Array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength));
};

import { hash } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";

/** A digest of this length (132 bits) is practically unique. */
const DIGEST_LENGTH = 22;

/** Decimal digits that distinguish all 32-bit floats. */
const FLOAT_DIGITS = 9;

/**
 * Fields of a document. The digests for filters include the collection's generation, so that collections in a shared
 * index are separate.
 */
export const FIELDS = {
  generation: "generation",
  id: "id",
  facts: "facts",
  least: "least",
  greatest: "greatest",
  vector: "vector",
  /** Original metadata, text and vector; not indexed. */
  body: "body",
} as const;

/** Mappings of the fields for filters. */
export const VALUE_FIELDS = {
  [FIELDS.generation]: { type: "keyword", doc_values: false },
  [FIELDS.facts]: { type: "keyword", doc_values: false },
  // A 128-bit ordered type: the only one that can store a path and a number together.
  [FIELDS.least]: { type: "ip", doc_values: false },
  [FIELDS.greatest]: { type: "ip", doc_values: false },
} as const;

/**
 * Returns the mapping for vectors of one length. Doc values are enabled for fields used for sorting or returned from
 * them.
 */
export const mappingOf = (dimension: number) => ({
  dynamic: false,
  // The vector is already stored in its own field, from which it can't be read exactly and quickly. Other fields are
  // derived.
  _source: { includes: [FIELDS.body] },
  _routing: { required: true },
  properties: {
    ...VALUE_FIELDS,
    [FIELDS.id]: { type: "keyword" },
    [FIELDS.vector]: {
      type: "knn_vector",
      dimension,
      // Vectors have unit length, so the inner product is the cosine, without computing their lengths again.
      method: { name: "hnsw", engine: "lucene", space_type: "innerproduct", parameters: GRAPH },
    },
  },
});

/** HNSW parameters: the server's defaults miss more of the nearest neighbours. */
const GRAPH = { m: 16, ef_construction: 128 } as const;

const digestOf = (generation: string, text: string): string =>
  hash("sha256", Buffer.from(`${generation}${text}`, "utf16le"), "base64url").slice(0, DIGEST_LENGTH);

/**
 * Returns the document id on the server. It is a digest, because ids there have at most 512 bytes, while records' ids
 * have up to 2,176.
 */
export const documentIdOf = digestOf;

/** Returns the stored form of a filter term. A digest supports any length and needs no escaping. */
export const valueDigestOf = digestOf;

/** Addresses of a path's numbers: the lowest, the highest, and that of a number. */
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

/** Returns the bits of a double in a form whose text order is the numeric order. */
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

/** Returns the values of the fields for filters, for any metadata that a collection may have. */
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

/** Returns a record as JSON in the form that the server indexes. */
export const toDocument = (generation: string, { id, vector, metadata, text }: VectorRecord): string =>
  JSON.stringify({
    [FIELDS.vector]: shortNumbers(vector),
    [FIELDS.id]: id,
    ...valueFields(generation, metadata),
    [FIELDS.body]: JSON.stringify([metadata, text, bytesOf(vector)]),
  });

/** Returns the floats as numbers with the shortest exact JSON form. */
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

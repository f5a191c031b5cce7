import { describeValue, type DomainError, invalidArgument, type JsonObject, limits } from "@quarry/plugin/domain";
import { checkMetadata } from "./check-metadata.ts";

/** A vector as a client writes it. */
export interface VectorEntry {
  readonly id: string;
  /** Little-endian float32 values, at any byte offset. */
  readonly embedding: Uint8Array;
  /** Default empty. */
  readonly text?: string | undefined;
  /** Default empty. */
  readonly metadata?: JsonObject | undefined;
}

/** An entry that can be written: its vector has unit length. */
export interface CheckedVector {
  readonly id: string;
  readonly vector: Float32Array;
  readonly text: string;
  readonly metadata: JsonObject;
}

/** Checks one entry and brings its vector to unit length. Throws a `DomainError` that names the place. */
export const checkVector = (entry: VectorEntry, index: number, dimension: number): CheckedVector => {
  const at = `vectors[${index}]`;
  checkId(entry.id, at);
  const vector = unitVector(entry.embedding, dimension, at);
  const metadata = entry.metadata ?? {};
  checkMetadata(metadata, `${at}.metadata`);
  return { id: entry.id, vector, text: entry.text ?? "", metadata };
};

const checkId = (id: string, at: string): void => {
  if (id === "") throw invalidArgument(`${at}.id: is required and must not be empty`);
  if (id.length > limits.MAX_VECTOR_ID_LENGTH) {
    throw invalidArgument(
      `${at}.id: must be at most ${limits.MAX_VECTOR_ID_LENGTH} characters, got ${id.length}: ${describeValue(id)}`,
    );
  }
};

const BYTES_PER_FLOAT = Float32Array.BYTES_PER_ELEMENT;

const unitVector = (bytes: Uint8Array, dimension: number, at: string): Float32Array => {
  const count = bytes.byteLength / BYTES_PER_FLOAT;
  if (count !== dimension) throw wrongLength(count, dimension, at);
  // A copy: what came may lie at any offset of a larger buffer, and is not ours to change.
  const vector = new Float32Array(bytes.slice().buffer);
  let sum = 0;
  for (let index = 0; index < dimension; index++) sum += vector[index]! * vector[index]!;
  // A double holds the square of any float32 and the sum of 8,192 of them, so only NaN and infinity end here.
  if (!Number.isFinite(sum)) throw notFinite(vector, at);
  if (sum === 0) throw invalidArgument(`${at}.embedding: must not be all zero`);
  const length = Math.sqrt(sum);
  for (let index = 0; index < dimension; index++) vector[index] = vector[index]! / length;
  return vector;
};

const wrongLength = (count: number, dimension: number, at: string): DomainError => {
  const got = Number.isInteger(count) ? String(count) : `${count * BYTES_PER_FLOAT} bytes`;
  return invalidArgument(`${at}.embedding: must have ${dimension} numbers, the collection's dimension, got ${got}`);
};

const notFinite = (vector: Float32Array, at: string): DomainError => {
  const index = vector.findIndex((value) => !Number.isFinite(value));
  return invalidArgument(`${at}.embedding[${index}]: must be a finite number, got ${vector[index]}`);
};

import { describeValue, type DomainError, invalidArgument, type JsonObject, limits } from "@quarry/plugin/domain";
import { checkMetadata } from "./check-metadata.ts";

/** An entry as a client writes it. */
export interface VectorEntry {
  readonly id: string;
  /** Little-endian float32 values, at any byte offset. Empty if `embed` is set. */
  readonly embedding: Uint8Array;
  /**
   * Whether the service embeds the text of an entry without an embedding. If false, the entry has no vector. Default:
   * an embedding is required.
   */
  readonly embed?: boolean | undefined;
  /** Default empty. */
  readonly text?: string | undefined;
  /** Default empty. */
  readonly metadata?: JsonObject | undefined;
}

/** An entry that can be written. */
export interface CheckedVector {
  readonly id: string;
  /** Unit vector; undefined for an entry that only keyword search finds. */
  readonly vector: Float32Array | undefined;
  readonly text: string;
  readonly metadata: JsonObject;
}

/** A checked entry. It can be written after its text is embedded, if it requests that. */
export interface CheckedEntry extends CheckedVector {
  readonly isToBeEmbedded: boolean;
}

/** Checks one entry and normalises its vector to unit length. Throws a `DomainError` that names the position. */
export const checkVector = (entry: VectorEntry, index: number, dimension: number): CheckedEntry => {
  const at = `vectors[${index}]`;
  checkId(entry.id, at);
  const vector = vectorOf(entry, dimension, at);
  const metadata = entry.metadata ?? {};
  checkMetadata(metadata, `${at}.metadata`);
  return { id: entry.id, vector, text: entry.text ?? "", metadata, isToBeEmbedded: entry.embed === true };
};

const vectorOf = ({ embedding, embed, text = "" }: VectorEntry, dimension: number, at: string) => {
  if (embedding.byteLength > 0) {
    if (embed === true) throw invalidArgument(`${at}.embed: must not be true together with an embedding`);
    return unitVector(embedding, dimension, `${at}.embedding`);
  }
  if (embed === undefined) throw invalidArgument(`${at}.embedding: is required`);
  if (embed && text.trim() === "") {
    throw invalidArgument(`${at}.text: is required with embed: true and must not be blank, got ${describeValue(text)}`);
  }
  return undefined;
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

/** Decodes float32 bytes and normalises the vector to unit length. Throws a `DomainError` that names the field. */
export const unitVector = (bytes: Uint8Array, dimension: number, at: string): Float32Array => {
  const count = bytes.byteLength / BYTES_PER_FLOAT;
  if (count !== dimension) throw wrongLength(count, dimension, at);
  // A copy: the input can be at any offset of a larger buffer, and must not be modified.
  const vector = new Float32Array(bytes.slice().buffer);
  let sum = 0;
  for (let index = 0; index < dimension; index++) sum += vector[index]! * vector[index]!;
  // A double can hold the square of any float32 and the sum of 8,192 of them. Only NaN and infinity fail here.
  if (!Number.isFinite(sum)) throw notFinite(vector, at);
  if (sum === 0) throw invalidArgument(`${at}: must not be all zero`);
  const length = Math.sqrt(sum);
  for (let index = 0; index < dimension; index++) vector[index] = vector[index]! / length;
  return vector;
};

const wrongLength = (count: number, dimension: number, at: string): DomainError => {
  const got = Number.isInteger(count) ? String(count) : `${count * BYTES_PER_FLOAT} bytes`;
  return invalidArgument(`${at}: must have ${dimension} numbers, the collection's dimension, got ${got}`);
};

const notFinite = (vector: Float32Array, at: string): DomainError => {
  const index = vector.findIndex((value) => !Number.isFinite(value));
  return invalidArgument(`${at}[${index}]: must be a finite number, got ${vector[index]}`);
};

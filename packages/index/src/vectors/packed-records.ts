import { deserialize, serialize } from "node:v8";
import type { JsonObject } from "@quarry/plugin/domain";
import type { VectorRecord } from "@quarry/plugin";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import { StoreFailure } from "./store-failure.ts";

/** Strings of some records. Metadata is JSON, which preserves keys like "__proto__" and is the format in the file. */
export interface RecordStrings {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly metadata: readonly string[];
}

/**
 * Records in two buffers that are transferred between threads without a copy. Split into chunks, because sending ten
 * thousand records at once would block the main thread.
 */
export interface PackedRecords {
  /** Unserialised if there are so few records that they are copied with their message. */
  readonly strings: ArrayBuffer | RecordStrings;
  /** Float32 values, `dimension` numbers per record. */
  readonly vectors: ArrayBuffer;
}

export interface PackedBatch {
  readonly dimension: number;
  readonly parts: readonly PackedRecords[];
}

/** Bytes of vectors, and number of records, that the main thread processes before it yields. */
const MAX_PART_BYTES = 2_097_152;
const MAX_PART_RECORDS = 250;
const SMALL_BATCH = 4;

export const partSize = (dimension: number): number => {
  const bytes = Math.max(1, dimension) * Float32Array.BYTES_PER_ELEMENT;
  return Math.max(1, Math.min(MAX_PART_RECORDS, Math.floor(MAX_PART_BYTES / bytes)));
};

export const packPart = (strings: RecordStrings, vectors: Float32Array<ArrayBuffer>): PackedRecords => {
  const bytes = serialize(strings);
  // A Buffer can be a view of a shared pool, which must not be transferred.
  return { strings: new Uint8Array(bytes).buffer, vectors: vectors.buffer };
};

export const unpackStrings = (part: PackedRecords): RecordStrings =>
  part.strings instanceof ArrayBuffer ? (deserialize(new Uint8Array(part.strings)) as RecordStrings) : part.strings;

export const buffersOf = (parts: readonly PackedRecords[]): readonly ArrayBuffer[] =>
  parts.flatMap(({ strings, vectors }) => (strings instanceof ArrayBuffer ? [strings, vectors] : [vectors]));

/**
 * Whether a batch is so small that it is copied to the writer, together with those of other calls: this is cheaper than
 * a transfer of its memory.
 */
export const isSmallBatch = (records: readonly VectorRecord[]): boolean => records.length <= SMALL_BATCH;

/** Packs records for the writer. Yields to other work on large batches. */
export const packRecords = async (records: readonly VectorRecord[]): Promise<PackedBatch> => {
  const dimension = records[0]?.vector.length ?? 0;
  const size = partSize(dimension);
  const parts: PackedRecords[] = [];
  for (let start = 0; start < records.length; start += size) {
    if (start > 0) await yieldToOthers();
    parts.push(packSlice(records.slice(start, start + size), start, dimension));
  }
  return { dimension, parts };
};

const packSlice = (records: readonly VectorRecord[], start: number, dimension: number): PackedRecords => {
  const vectors = new Float32Array(records.length * dimension);
  for (const [i, record] of records.entries()) {
    checkRecord(record, start + i, dimension);
    vectors.set(record.vector, i * dimension);
  }
  const strings = {
    ids: records.map((record) => record.id),
    texts: records.map((record) => record.text),
    metadata: records.map((record) => JSON.stringify(record.metadata)),
  };
  return isSmallBatch(records) ? { strings, vectors: vectors.buffer } : packPart(strings, vectors);
};

const checkRecord = (record: VectorRecord, index: number, dimension: number): void => {
  if (record.vector.length !== dimension) {
    const message = `Record ${index} has a vector of ${record.vector.length} numbers, record 0 one of ${dimension}.`;
    throw new StoreFailure("invalid", message);
  }
  // UTF-8 can't encode lone surrogates: two different ids would become equal.
  if (!record.id.isWellFormed()) {
    throw new StoreFailure("invalid", `Record ${index} has an id that is not valid Unicode.`);
  }
};

/** Unpacks records from the reader. Yields to other work on large pages. */
export const unpackRecords = async ({ dimension, parts }: PackedBatch): Promise<readonly VectorRecord[]> => {
  const records: VectorRecord[] = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0) await yieldToOthers();
    const { ids, texts, metadata } = unpackStrings(part);
    const vectors = new Float32Array(part.vectors);
    for (const [k, id] of ids.entries()) {
      const vector = vectors.subarray(k * dimension, (k + 1) * dimension);
      records.push({ id, vector, metadata: JSON.parse(metadata[k]!) as JsonObject, text: texts[k]! });
    }
  }
  return records;
};

import type { JsonObject } from "@quarry/domain";
import type { VectorRecord } from "@quarry/plugin";
import { StoreFailure } from "./store-failure.ts";

/** Records in the shape that crosses threads cheaply: strings, and all vectors in one buffer. */
export interface PackedRecords {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  /** JSON, because it keeps keys like "__proto__" and is what the file stores. */
  readonly metadata: readonly string[];
  /** Float32, `dimension` numbers per record. */
  readonly vectors: ArrayBuffer;
}

export interface PackedBatch {
  readonly dimension: number;
  readonly parts: readonly PackedRecords[];
}

/** Bytes of vectors and texts that the main thread handles before it lets others run: well below 10 ms of work. */
const MAX_PART_BYTES = 4_194_304;
const MAX_PART_RECORDS = 500;
const BYTES_PER_NUMBER = 4;

const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Packs records for the writer. Takes turns with other work on large batches. */
export const packRecords = async (records: readonly VectorRecord[]): Promise<PackedBatch> => {
  const dimension = records[0]?.vector.length ?? 0;
  const size = partSize(dimension);
  const parts: PackedRecords[] = [];
  for (let start = 0; start < records.length; start += size) {
    if (start > 0) await letOthersRun();
    parts.push(packPart(records.slice(start, start + size), start, dimension));
  }
  return { dimension, parts };
};

const partSize = (dimension: number): number =>
  Math.max(1, Math.min(MAX_PART_RECORDS, Math.floor(MAX_PART_BYTES / (dimension * BYTES_PER_NUMBER + 1))));

const packPart = (records: readonly VectorRecord[], start: number, dimension: number): PackedRecords => {
  const vectors = new Float32Array(records.length * dimension);
  for (const [i, record] of records.entries()) {
    checkRecord(record, start + i, dimension);
    vectors.set(record.vector, i * dimension);
  }
  return {
    ids: records.map((record) => record.id),
    texts: records.map((record) => record.text),
    metadata: records.map((record) => JSON.stringify(record.metadata)),
    vectors: vectors.buffer,
  };
};

const checkRecord = (record: VectorRecord, index: number, dimension: number): void => {
  if (record.vector.length !== dimension) {
    const message = `Record ${index} has a vector of ${record.vector.length} numbers, record 0 one of ${dimension}.`;
    throw new StoreFailure("invalid", message);
  }
  // UTF-8 has no half surrogate pairs: two such ids would become one.
  if (!record.id.isWellFormed())
    throw new StoreFailure("invalid", `Record ${index} has an id that is not valid Unicode.`);
};

/** Unpacks what the reader sent. Takes turns with other work on large pages. */
export const unpackRecords = async (packed: PackedRecords, dimension: number): Promise<readonly VectorRecord[]> => {
  const records: VectorRecord[] = [];
  const size = partSize(dimension);
  for (const [i, id] of packed.ids.entries()) {
    if (i > 0 && i % size === 0) await letOthersRun();
    const metadata = JSON.parse(packed.metadata[i]!) as JsonObject;
    const vector = new Float32Array(packed.vectors, i * dimension * BYTES_PER_NUMBER, dimension);
    records.push({ id, vector, metadata, text: packed.texts[i]! });
  }
  return records;
};

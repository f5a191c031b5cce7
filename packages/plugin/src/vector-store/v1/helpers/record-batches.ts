import type { VectorRecord } from "../vector-store-v1.ts";

export interface BatchLimits {
  /** Maximum number of records in one request. */
  readonly maxRecords: number;
  /**
   * Maximum number of bytes in one request, by a high estimate: 22 per number of a vector, 6 per character of text and
   * metadata.
   */
  readonly maxBytes: number;
}

/** Length of a vector's number as JSON, the longest format in which it is sent. */
const BYTES_PER_NUMBER = 22;
/** Bytes for a character that is escaped, and stored a second time in the fields for filters. */
const BYTES_PER_CHARACTER = 6;

/**
 * Splits the records into batches that a backend accepts in one request, in order, with only the last record of each
 * id. Lazy: computes each batch on demand.
 */
export function* recordBatches(records: readonly VectorRecord[], limits: BatchLimits): Generator<VectorRecord[]> {
  let batch: VectorRecord[] = [];
  let bytes = 0;
  for (const record of new Map(records.map((entry) => [entry.id, entry])).values()) {
    const size = sizeOf(record);
    if (batch.length > 0 && (batch.length >= limits.maxRecords || bytes + size > limits.maxBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

const sizeOf = ({ vector, text, metadata }: VectorRecord): number =>
  vector.length * BYTES_PER_NUMBER + (text.length + JSON.stringify(metadata).length) * BYTES_PER_CHARACTER;

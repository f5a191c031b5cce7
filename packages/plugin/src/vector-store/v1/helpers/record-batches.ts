import type { VectorRecord } from "../vector-store-v1.ts";

export interface BatchLimits {
  /** Records in one request. */
  readonly maxRecords: number;
  /** Bytes in one request, by a generous guess: 22 per number of a vector, 6 per character of text and metadata. */
  readonly maxBytes: number;
}

/** A number of a vector as JSON, the longest way in which one is sent. */
const BYTES_PER_NUMBER = 22;
/** Escaped, and kept a second time as what filters ask for. */
const BYTES_PER_CHARACTER = 6;

/** The last record of each id, in order, cut into what a backend takes in one request. Each batch when it is asked for. */
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

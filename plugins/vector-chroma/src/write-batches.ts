import type { VectorRecord } from "@quarry/plugin";

/** The server takes bodies of about 40 MB. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Of one number of a vector, as JSON. */
const BYTES_PER_NUMBER = 22;

/** The last record of each id, in batches that the server takes in one request. */
export const writeBatches = (records: readonly VectorRecord[], maxRecords: number): VectorRecord[][] => {
  const batches: VectorRecord[][] = [];
  let batch: VectorRecord[] = [];
  let bytes = 0;
  for (const record of new Map(records.map((entry) => [entry.id, entry])).values()) {
    const size =
      record.vector.length * BYTES_PER_NUMBER + (record.text.length + JSON.stringify(record.metadata).length) * 3;
    if (batch.length > 0 && (batch.length >= maxRecords || bytes + size > MAX_BATCH_BYTES)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
};

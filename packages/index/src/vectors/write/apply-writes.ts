import { compileFilter, type Filter, type JsonObject } from "@quarry/plugin/domain";
import { type PackedBatch, type PackedRecords, unpackStrings } from "../packed-records.ts";
import { StoreFailure } from "../store-failure.ts";
import type { WritableCollection } from "./writable-collection.ts";

/** A write inside a transaction. Its return value is its result. */
export type ApplyWrite<Answer = unknown> = (collection: WritableCollection) => Answer;

const BYTES_PER_NUMBER = Float32Array.BYTES_PER_ELEMENT;

export const upsertBatch =
  (batch: PackedBatch): ApplyWrite<void> =>
  (collection) => {
    if (batch.parts.length > 0 && batch.dimension !== collection.dimension) {
      const message = `A vector has ${batch.dimension} numbers; this collection takes ${collection.dimension}.`;
      throw new StoreFailure("invalid", message);
    }
    // Backwards: if an id occurs twice, the last record is met first and wins.
    const seen = new Set<string>();
    for (const part of batch.parts.toReversed()) {
      const { ids, texts, metadata } = unpackStrings(part);
      for (let i = ids.length - 1; i >= 0; i -= 1) {
        const id = ids[i]!;
        if (seen.has(id)) continue;
        seen.add(id);
        collection.put(id, metadata[i]!, texts[i]!, vectorBytes(part, i, batch.dimension));
      }
    }
  };

const vectorBytes = (part: PackedRecords, index: number, dimension: number): Uint8Array => {
  const size = dimension * BYTES_PER_NUMBER;
  return new Uint8Array(part.vectors, index * size, size);
};

export const deleteIds =
  (ids: readonly string[]): ApplyWrite<number> =>
  (collection) =>
    ids.filter((id) => id.isWellFormed() && collection.deleteId(id)).length;

/**
 * Deletes the rows that the reader found (`rids`, which still identify the same rows, or none), and matching rows that
 * were written after the reader's state (`clock`).
 */
export const deleteMatching =
  (filter: Filter, rids: Float64Array, clock: number): ApplyWrite<number> =>
  (collection) => {
    let deleted = 0;
    for (const rid of rids) if (collection.deleteRid(rid)) deleted += 1;
    const matches = compileFilter(filter);
    for (const row of collection.writtenSince(clock)) {
      if (matches(JSON.parse(row.metadata) as JsonObject) && collection.deleteRid(row.rid)) deleted += 1;
    }
    return deleted;
  };

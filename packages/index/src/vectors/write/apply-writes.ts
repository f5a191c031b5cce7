import { compileFilter, type Filter, type JsonObject } from "@quarry/plugin/domain";
import { type PackedBatch, unpackStrings } from "../packed-records.ts";
import { StoreFailure } from "../store-failure.ts";
import type { WritableCollection } from "./writable-collection.ts";

/** Writes to a collection that can share a transaction with others. They run inside it. */
export const collectionWrites = {
  upsert: (collection: WritableCollection, { batch }: { readonly batch: PackedBatch }): void => {
    const { dimension, parts } = batch;
    if (parts.length > 0 && dimension !== collection.dimension) {
      const message = `A vector has ${dimension} numbers; this collection takes ${collection.dimension}.`;
      throw new StoreFailure("invalid", message);
    }
    const bytes = dimension * Float32Array.BYTES_PER_ELEMENT;
    // Backwards: if an id occurs twice, the last record is met first and wins.
    const seen = new Set<string>();
    for (const part of parts.toReversed()) {
      const { ids, texts, metadata } = unpackStrings(part);
      for (let i = ids.length - 1; i >= 0; i -= 1) {
        const id = ids[i]!;
        if (seen.has(id)) continue;
        seen.add(id);
        collection.put(id, metadata[i]!, texts[i]!, new Uint8Array(part.vectors, i * bytes, bytes));
      }
    }
  },

  deleteIds: (collection: WritableCollection, { ids }: { readonly ids: readonly string[] }): number =>
    ids.filter((id) => id.isWellFormed() && collection.deleteId(id)).length,

  /**
   * Deletes the rows that the reader found (`rids`, which still identify the same rows, or none), and matching rows that
   * were written after the reader's state (`clock`).
   */
  deleteMatching: (
    collection: WritableCollection,
    { filter, rids, clock }: { readonly filter: Filter; readonly rids: Float64Array; readonly clock: number },
  ): number => {
    let deleted = 0;
    for (const rid of rids) if (collection.deleteRid(rid)) deleted += 1;
    const matches = compileFilter(filter);
    for (const row of collection.writtenSince(clock)) {
      if (matches(JSON.parse(row.metadata) as JsonObject) && collection.deleteRid(row.rid)) deleted += 1;
    }
    return deleted;
  },
};

import type { Filter } from "@quarry/plugin/domain";
import { mapInTimeSlices, PluginError, recordBatches, type VectorRecord } from "@quarry/plugin";
import type { Collection } from "chromadb";
import { matchingIds } from "./chroma-reader.ts";
import { toStored, withoutStale } from "./stored-record.ts";

/** The server accepts bodies of about 40 MB. */
const MAX_BATCH_BYTES = 30 * 1024 * 1024;
/** Ids per request: the server turns each into a condition. */
const IDS_PER_REQUEST = 1_000;

export const upsertRecords = async (
  collection: Collection,
  records: readonly VectorRecord[],
  options: { readonly dimension: number; readonly maxBatch: number; readonly plugin: string },
): Promise<void> => {
  const wrong = records.find(({ vector }) => vector.length !== options.dimension);
  if (wrong !== undefined) {
    const message = `the vector of ${JSON.stringify(wrong.id)} has ${wrong.vector.length} dimensions; the collection has ${options.dimension}`;
    throw new PluginError({ plugin: options.plugin, reason: "invalid", message });
  }
  // A server that reports no limit has none.
  const maxBatch = options.maxBatch > 0 ? options.maxBatch : IDS_PER_REQUEST;
  const limits = { maxRecords: Math.min(maxBatch, IDS_PER_REQUEST), maxBytes: MAX_BATCH_BYTES };
  for (const batch of recordBatches(records, limits)) {
    const ids = batch.map(({ id }) => id);
    const previous = await collection.get({ ids, include: ["metadatas"] });
    const before = new Map(previous.ids.map((id, index) => [id, previous.metadatas[index]]));
    const stored = await mapInTimeSlices(batch, toStored);
    await collection.upsert({
      ids,
      embeddings: batch.map(({ vector }) => Array.from(vector)),
      metadatas: stored.map((metadata, index) => withoutStale(metadata, before.get(ids[index]!))),
    });
  }
};

/** Deletes entries and returns how many of them existed. The server only returns the number of requested ids. */
export const deleteIds = async (collection: Collection, ids: readonly string[]): Promise<number> => {
  const unique = [...new Set(ids)];
  let deleted = 0;
  for (let index = 0; index < unique.length; index += IDS_PER_REQUEST) {
    const { ids: found } = await collection.get({ ids: unique.slice(index, index + IDS_PER_REQUEST), include: [] });
    if (found.length > 0) await collection.delete({ ids: found });
    deleted += found.length;
  }
  return deleted;
};

/** Deletes until none is left: entries may be added meanwhile. */
export const deleteMatching = async (collection: Collection, filter: Filter): Promise<number> => {
  let deleted = 0;
  for (;;) {
    const ids = await matchingIds(collection, filter);
    if (ids.length === 0) return deleted;
    deleted += await deleteIds(collection, ids);
  }
};

import { type Filter, slicesOf } from "@quarry/plugin/domain";
import { mapInTimeSlices, recordBatches, type VectorRecord } from "@quarry/plugin";
import { toStored, uuidOf, VECTOR } from "./stored-object.ts";
import { hasId } from "./to-filters.ts";
import type { WeaviateCalls } from "./weaviate-calls.ts";
import { failure } from "./weaviate-failure.ts";
import { bytesOf, matchingIds, serverFilter } from "./weaviate-reader.ts";
import type { BatchObject } from "./weaviate-stub.ts";

/** The server accepts messages of 100 MB, and processes smaller ones faster. */
const BATCH_LIMITS = { maxRecords: 1_000, maxBytes: 32 * 1024 * 1024 };
const IDS_PER_DELETE = 1_000;

export const upsertRecords = async (
  calls: WeaviateCalls,
  records: readonly VectorRecord[],
  dimension: number,
): Promise<void> => {
  const wrong = records.find(({ vector }) => vector.length !== dimension);
  if (wrong !== undefined) {
    const which = `the vector of ${JSON.stringify(wrong.id)}`;
    throw failure("invalid", `${which} has ${wrong.vector.length} dimensions; the collection has ${dimension}`);
  }
  for (const batch of recordBatches(records, BATCH_LIMITS)) await calls.put(await mapInTimeSlices(batch, toObject));
};

/** Returns the object of a record. It replaces an object with the same UUID and all its properties. */
const toObject = (record: VectorRecord): BatchObject => {
  const { uuid, facts, key, body } = toStored(record);
  return {
    uuid,
    properties: {
      nonRefProperties: { key, body },
      textArrayProperties: [{ propName: "facts", values: facts }],
    },
    vectors: [{ name: VECTOR, vectorBytes: bytesOf(record.vector), type: 1 }],
  };
};

export const deleteIds = (calls: WeaviateCalls, ids: readonly string[]): Promise<number> =>
  deleteUuids(calls, ids.map(uuidOf));

/** Deletes objects and returns how many of them existed. */
export const deleteUuids = async (calls: WeaviateCalls, uuids: readonly string[]): Promise<number> => {
  let deleted = 0;
  for (const part of slicesOf([...new Set(uuids)], IDS_PER_DELETE)) deleted += await calls.delete(hasId(part));
  return deleted;
};

/** Deletes until none is left: the server limits the number per request, and objects may be added meanwhile. */
export const deleteMatching = async (calls: WeaviateCalls, filter: Filter): Promise<number> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return 0;
  const { filters, residual } = applied;
  const isExact = filters !== undefined && residual === undefined;
  let total = 0;
  for (;;) {
    const deleted = isExact ? await calls.delete(filters) : await deleteIds(calls, await matchingIds(calls, filter));
    if (deleted === 0) return total;
    total += deleted;
  }
};

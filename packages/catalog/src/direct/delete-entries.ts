import { limits, slicesOf } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { selectEntries } from "./read-entries.ts";
import type { Selection } from "./selection.ts";
import type { VectorServices } from "./vector-services.ts";
import { chunkIdsAmong } from "./write-entries.ts";

export interface DeletedEntries {
  readonly count: number;
  /** Whether more match than were deleted. */
  readonly hasMore: boolean;
}

/** Ids deleted at a time, all of them or none: as many as can be written at a time. */
const REMOVED_AT_ONCE = limits.MAX_UPSERT_VECTORS;

/**
 * Deletes entries: those of some ids, however many, or at most `limit` of those that match, the ones first that were written
 * first. What is written by others meanwhile stays, if it was selected by what it was before.
 */
export const deleteEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collection: CollectionRecord,
  selection: Selection,
  limit: number,
): Effect.fn.Return<DeletedEntries, WriteFailure> {
  yield* services.index.ensure(collection);
  if ("ids" in selection && selection.within === undefined) {
    return { count: yield* deleteIds(services, collection, selection.ids), hasMore: false };
  }
  const isOfIds = "ids" in selection;
  const found = yield* selectEntries(services, collection, selection, isOfIds ? Infinity : limit + 1);
  const selected = isOfIds ? found : found.slice(0, limit);
  if (selected.length === 0) return { count: 0, hasMore: false };
  const ids = selected.map(({ id }) => id);
  const expected = selected.map(({ vectorVersion = "" }) => vectorVersion);
  const count = yield* services.writes.remove(collection, ids, expected);
  return { count, hasMore: found.length > selected.length };
});

const deleteIds = Effect.fnUntraced(function* (
  { passages, writes }: VectorServices,
  collection: CollectionRecord,
  ids: readonly string[],
): Effect.fn.Return<number, WriteFailure> {
  // Longer ones can't exist, and a store need not take them.
  const distinct = [...new Set(ids)].filter((id) => id !== "" && id.length <= limits.MAX_VECTOR_ID_LENGTH);
  let count = 0;
  for (const batch of slicesOf(distinct, REMOVED_AT_ONCE)) {
    const chunks = yield* chunkIdsAmong(passages, collection.id, batch);
    const direct = batch.filter((id) => !chunks.has(id));
    if (direct.length > 0) count += yield* writes.remove(collection, direct);
  }
  return count;
});

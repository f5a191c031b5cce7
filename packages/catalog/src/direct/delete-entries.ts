import { type Filter, limits, slicesOf } from "@quarry/plugin/domain";
import type { CollectionRecord, OperationRecord } from "@quarry/store";
import { Effect } from "effect";
import { type BeginOperation, DONE_AT_ONCE } from "../operations/begin-operation.ts";
import { deletionOf } from "../operations/delete-vectors.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { selectEntries, selectInRange } from "./read-entries.ts";
import type { VectorServices } from "./vector-services.ts";
import { chunkIdsAmong } from "./write-entries.ts";

/** Options of a deletion of entries. */
export interface DeletionOptions {
  /** Only counts. */
  readonly dryRun?: boolean | undefined;
  /** Most entries, those first that were written first. Default: all that match. */
  readonly limit?: number | undefined;
}

export interface DeletedEntries {
  /** 0 where nothing is done yet. */
  readonly deleted: number;
  /** Number of entries that match. */
  readonly matched: number;
  /** Operation that deletes the entries in the background, where there are many. */
  readonly operation?: OperationRecord | undefined;
}

/** Ids deleted at a time, all of them or none: as many as can be written at a time. */
const REMOVED_AT_ONCE = limits.MAX_UPSERT_VECTORS;

/**
 * Deletes the entries that match now, or begins to. What is written by others meanwhile stays, if it was selected by what it was
 * before.
 */
export const deleteMatching = Effect.fnUntraced(function* (
  services: VectorServices,
  begin: BeginOperation,
  collection: CollectionRecord,
  filter: Filter | undefined,
  { dryRun, limit = Infinity }: DeletionOptions,
): Effect.fn.Return<DeletedEntries, WriteFailure> {
  yield* services.index.ensure(collection);
  const { count: matched, last } = yield* services.passages.countDirect(collection.id, filter);
  const total = Math.min(limit, matched);
  if (dryRun === true || total === 0 || last === undefined) return { matched, deleted: 0 };
  const range = { filter, upTo: last };
  if (total > DONE_AT_ONCE) {
    return { matched, deleted: 0, operation: yield* begin(collection, deletionOf(range, total)) };
  }
  const { entries } = yield* selectInRange(services, collection, { ...range, limit: total });
  const ids = entries.map(({ id }) => id);
  const expected = entries.map(({ vectorVersion = "" }) => vectorVersion);
  return { matched, deleted: ids.length === 0 ? 0 : yield* services.writes.remove(collection, ids, expected) };
});

/** Deletes entries by ids, however many, as far as they lie within an access filter. Gives how many there were. */
export const deleteIds = Effect.fnUntraced(function* (
  services: VectorServices,
  collection: CollectionRecord,
  ids: readonly string[],
  within: Filter | undefined,
): Effect.fn.Return<number, WriteFailure> {
  const { index, passages, writes } = services;
  yield* index.ensure(collection);
  if (within !== undefined) {
    const entries = yield* selectEntries(services, collection, { ids, within }, Infinity);
    if (entries.length === 0) return 0;
    const expected = entries.map(({ vectorVersion = "" }) => vectorVersion);
    return yield* writes.remove(
      collection,
      entries.map(({ id }) => id),
      expected,
    );
  }
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

import { type Filter, limits, slicesOf } from "@quarry/plugin/domain";
import type { CollectionRecord, OperationRecord } from "@quarry/store";
import { Effect } from "effect";
import { type BeginOperation, MAX_SYNCHRONOUS_ITEMS } from "../operations/begin-operation.ts";
import { deletionWork } from "../operations/delete-vectors.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { selectEntries, selectInRange } from "./read-entries.ts";
import type { VectorServices } from "./vector-services.ts";
import { chunkIdsAmong } from "./write-entries.ts";

/** Options of a deletion of entries. */
export interface DeletionOptions {
  /** Whether to count only. */
  readonly dryRun?: boolean | undefined;
  /** Maximum number of entries, oldest written first. Default: all that match. */
  readonly limit?: number | undefined;
}

export interface DeletedEntries {
  /** Number of deleted entries; 0 if nothing is deleted yet. */
  readonly deleted: number;
  /** Number of entries that match. */
  readonly matched: number;
  /** Operation that deletes the entries in the background, if there are many. */
  readonly operation?: OperationRecord | undefined;
}

/** Number of ids deleted atomically at a time: the same as the maximum per write. */
const REMOVED_AT_ONCE = limits.MAX_UPSERT_VECTORS;

/**
 * Deletes the entries that match now, or starts an operation that does. Entries that others rewrite meanwhile stay if
 * only their earlier version matched.
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
  if (total > MAX_SYNCHRONOUS_ITEMS) {
    return { matched, deleted: 0, operation: yield* begin(collection, deletionWork(range, total)) };
  }
  const { entries } = yield* selectInRange(services, collection, { ...range, limit: total });
  const ids = entries.map(({ id }) => id);
  const expected = entries.map(({ vectorVersion = "" }) => vectorVersion);
  return { matched, deleted: ids.length === 0 ? 0 : yield* services.writes.remove(collection, ids, expected) };
});

/** Deletes any number of entries by id, if they match the access filter. Returns how many existed. */
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
  // Longer ids can't exist, and a store need not accept them.
  const distinct = [...new Set(ids)].filter((id) => id !== "" && id.length <= limits.MAX_VECTOR_ID_LENGTH);
  let count = 0;
  for (const batch of slicesOf(distinct, REMOVED_AT_ONCE)) {
    const chunks = yield* chunkIdsAmong(passages, collection.id, batch);
    const direct = batch.filter((id) => !chunks.has(id));
    if (direct.length > 0) count += yield* writes.remove(collection, direct);
  }
  return count;
});

import type { JsonObject } from "@quarry/plugin/domain";
import type { CollectionRecord, OperationStep, StoreError, Transaction } from "@quarry/store";
import { Data, Effect } from "effect";

/** Operation on the documents that match a filter. */
export type DocumentOperationKind = "delete_documents" | "reprocess_documents" | "update_documents";

export type OperationKind = DocumentOperationKind | "delete_vectors" | "truncate";

/** The operation was cancelled, or another worker has processed these items: nothing remains to do for them. */
export class OperationStopped extends Data.TaggedError("OperationStopped") {}

/** Records the outcome of items. If the work on them is transactional, records it in the same transaction. */
export type NoteStep = (
  step: OperationStep,
  transaction: Transaction,
) => Effect.Effect<void, OperationStopped | StoreError>;

/** Processes one batch of items of an operation of one kind. */
export type ProcessBatch<E = StoreError> = (
  collection: CollectionRecord,
  items: readonly string[],
  parameters: JsonObject,
  note: NoteStep,
) => Effect.Effect<OperationStep, OperationStopped | E>;

/**
 * Runs the work, then pauses for as long as it took. A query needs the thread several times, and would otherwise wait
 * for another batch each time.
 */
export const withPause = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.timed(work), ([took, value]) => Effect.as(Effect.sleep(took), value));

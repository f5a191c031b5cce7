import type { JsonObject } from "@quarry/plugin/domain";
import type { CollectionRecord, OperationStep, StoreError, Transaction } from "@quarry/store";
import { Data, Effect } from "effect";

/** Operation on the documents that match a filter. */
export type DocumentOperationKind = "delete_documents" | "reprocess_documents" | "update_documents";

export type OperationKind = DocumentOperationKind | "delete_vectors" | "truncate";

/** The operation was cancelled, or another worker has done these items: nothing is to be done to them. */
export class OperationStopped extends Data.TaggedError("OperationStopped") {}

/** Notes what became of items, in the transaction in which it is done to them where it is done in one. */
export type NoteStep = (
  step: OperationStep,
  transaction: Transaction,
) => Effect.Effect<void, OperationStopped | StoreError>;

/** Processes a batch of items of an operation of one kind, all at once. */
export type DoSome<E = StoreError> = (
  collection: CollectionRecord,
  items: readonly string[],
  parameters: JsonObject,
  note: NoteStep,
) => Effect.Effect<OperationStep, OperationStopped | E>;

/**
 * Does it, and rests for as long as that took: queries come back to the thread several times, and would wait for another piece of
 * such work each time.
 */
export const withRest = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.timed(work), ([took, value]) => Effect.as(Effect.sleep(took), value));

import { DomainError, type JsonObject } from "@quarry/plugin/domain";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import {
  type CollectionRecord,
  Database,
  type OperationProblem,
  type OperationStep,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { Documents } from "../documents.ts";
import { documentNotFound } from "../find-document.ts";
import type { SharedPatch } from "../patch-document.ts";
import type { ProcessBatch } from "./operation-work.ts";

/** The parameter of an update: a `SharedPatch`. */
export const PATCH = "patch";

/** Work on a batch of documents, in a transaction. */
type DocumentsWork = (
  transaction: Transaction,
  collection: CollectionRecord,
  ids: readonly string[],
  parameters: JsonObject,
) => Effect.Effect<OperationStep, StoreError>;

/** Work of each kind of operation on documents. */
export const makeDocumentWork = Effect.gen(function* () {
  const documents = yield* Documents;
  const database = yield* Database;

  const batchOf =
    (work: DocumentsWork): ProcessBatch =>
    (collection, ids, parameters, note) =>
      database.transaction((transaction) =>
        Effect.tap(work(transaction, collection, ids, parameters), (step) => note(step, transaction)),
      );

  const remove: DocumentsWork = Effect.fnUntraced(function* (transaction, collection, ids) {
    // A document that no longer exists counts as deleted, no matter by whom.
    for (const id of ids) yield* sliced(documents.removeWithin(collection, id, transaction));
    return { done: ids.length, problems: [] };
  });

  const reprocess: DocumentsWork = Effect.fnUntraced(function* (transaction, collection, ids) {
    const found = yield* Effect.forEach(ids, (id) => sliced(documents.restartWithin(collection, id, transaction)));
    const missing = ids.filter((_, index) => found[index] === undefined);
    const problems = missing.map((id) => ({ id, error: documentNotFound(id, collection.name).message }));
    return { done: ids.length - missing.length, problems };
  });

  const update: DocumentsWork = Effect.fnUntraced(function* (transaction, collection, ids, parameters) {
    const problems: OperationProblem[] = [];
    for (const id of ids) {
      yield* Effect.catchIf(
        sliced(documents.patchWithin(collection, id, parameters[PATCH] as SharedPatch, transaction)),
        (error): error is DomainError => error instanceof DomainError,
        ({ message }) => Effect.sync(() => void problems.push({ id, error: message })),
      );
    }
    return { done: ids.length - problems.length, problems };
  });

  return {
    delete_documents: batchOf(remove),
    reprocess_documents: batchOf(reprocess),
    update_documents: batchOf(update),
  };
});

/** Yields after the work on one document, which takes milliseconds if metadata is large. */
const sliced = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tap(work, Effect.promise(yieldToOthers));

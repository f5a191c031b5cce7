import { DomainError } from "@quarry/plugin/domain";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import { Database, type OperationProblem, type OperationStep, type Transaction } from "@quarry/store";
import { Effect } from "effect";
import { Documents } from "../documents.ts";
import { documentNotFound } from "../find-document.ts";
import type { SharedPatch } from "../patch-document.ts";
import type { ProcessBatch } from "./operation-work.ts";

/** The parameter of an update: a `SharedPatch`. */
export const PATCH = "patch";

/** Work of each kind of operation on documents. */
export const makeDocumentWork = Effect.gen(function* () {
  const documents = yield* Documents;
  const database = yield* Database;

  const removeBatch: ProcessBatch = (collection, ids, _parameters, note) =>
    database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        // A document that no longer exists counts as deleted, no matter by whom.
        for (const id of ids) yield* sliced(documents.removeWithin(collection, id, transaction));
        const step: OperationStep = { done: ids.length, problems: [] };
        yield* note(step, transaction);
        return step;
      }),
    );

  const reprocessBatch: ProcessBatch = (collection, ids, _parameters, note) =>
    database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const found = yield* Effect.forEach(ids, (id) => sliced(documents.restartWithin(collection, id, transaction)));
        const missing = ids.filter((_, index) => found[index] === undefined);
        const problems = missing.map((id): OperationProblem => ({
          id,
          error: documentNotFound(id, collection.name).message,
        }));
        const step: OperationStep = { done: ids.length - missing.length, problems };
        yield* note(step, transaction);
        return step;
      }),
    );

  const updateBatch: ProcessBatch = (collection, ids, parameters, note) =>
    database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const problems: OperationProblem[] = [];
        for (const id of ids) {
          yield* Effect.catchIf(
            sliced(documents.patchWithin(collection, id, parameters[PATCH] as SharedPatch, transaction)),
            (error): error is DomainError => error instanceof DomainError,
            ({ message }) => Effect.sync(() => void problems.push({ id, error: message })),
          );
        }
        const step: OperationStep = { done: ids.length - problems.length, problems };
        yield* note(step, transaction);
        return step;
      }),
    );

  return { delete_documents: removeBatch, reprocess_documents: reprocessBatch, update_documents: updateBatch };
});

/** Yields after the work on one document, which takes milliseconds if metadata is large. */
const sliced = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tap(work, Effect.promise(yieldToOthers));

import { DomainError, type JsonObject } from "@quarry/plugin/domain";
import {
  type CollectionRecord,
  Database,
  type OperationProblem,
  type OperationStep,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Data, Effect } from "effect";
import { Documents } from "../documents.ts";
import { documentNotFound } from "../find-document.ts";
import type { SharedPatch } from "../patch-document.ts";

/** The operation was cancelled, or another worker has done these items: nothing is to be done to them. */
export class OperationStopped extends Data.TaggedError("OperationStopped") {}

/** Notes what became of items, in the transaction in which it is done to them. */
export type NoteStep = (
  step: OperationStep,
  transaction: Transaction,
) => Effect.Effect<void, OperationStopped | StoreError>;

/** What an operation of one kind does to some items, all at once. */
export type DoSome = (
  collection: CollectionRecord,
  items: readonly string[],
  parameters: JsonObject,
  note: NoteStep,
) => Effect.Effect<OperationStep, OperationStopped | StoreError>;

export type OperationKind = "delete_documents" | "reprocess_documents" | "update_documents";

/** The parameter of an update: a `SharedPatch`. */
export const PATCH = "patch";

/** The kinds of operations, each declared here. */
export const makeOperationWork: Effect.Effect<
  Readonly<Record<OperationKind, DoSome>>,
  never,
  Documents | Database
> = Effect.gen(function* () {
  const documents = yield* Documents;
  const database = yield* Database;

  const removeSome: DoSome = (collection, ids, _parameters, note) =>
    database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        // One that is gone is deleted, whoever did it.
        for (const id of ids) yield* documents.removeWithin(collection, id, transaction);
        const step: OperationStep = { done: ids.length, problems: [] };
        yield* note(step, transaction);
        return step;
      }),
    );

  const reprocessSome: DoSome = Effect.fnUntraced(function* (collection, ids, _parameters, note) {
    const { step, restarted } = yield* database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const found = yield* Effect.forEach(ids, (id) => documents.restartWithin(collection, id, transaction));
        const missing = ids.filter((_, place) => found[place] === undefined);
        const problems = missing.map((id): OperationProblem => ({
          id,
          error: documentNotFound(id, collection.name).message,
        }));
        const made: OperationStep = { done: ids.length - missing.length, problems };
        yield* note(made, transaction);
        return { step: made, restarted: found.filter((document) => document !== undefined) };
      }),
    );
    yield* Effect.forEach(restarted, documents.tellRestarted, { discard: true });
    return step;
  });

  const updateSome: DoSome = Effect.fnUntraced(function* (collection, ids, parameters, note) {
    const patch = parameters[PATCH] as SharedPatch;
    const { step, changed } = yield* database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const problems: OperationProblem[] = [];
        const patched: string[] = [];
        for (const id of ids) {
          const outcome = yield* Effect.catchIf(
            documents.patchWithin(collection, id, patch, transaction),
            (error): error is DomainError => error instanceof DomainError,
            (problem) => Effect.succeed(problem),
          );
          if (outcome instanceof DomainError) problems.push({ id, error: outcome.message });
          else if (outcome.isChanged) patched.push(id);
        }
        const made: OperationStep = { done: ids.length - problems.length, problems };
        yield* note(made, transaction);
        return { step: made, changed: patched };
      }),
    );
    // If it fails, the jobs that were enqueued with the records do it.
    yield* Effect.forEach(changed, (id) => Effect.ignore(documents.tellPatched(id)), { discard: true });
    return step;
  });

  return { delete_documents: removeSome, reprocess_documents: reprocessSome, update_documents: updateSome };
});

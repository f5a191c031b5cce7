import { Effect, Exit } from "effect";
import type { ControlledTransaction, Kysely } from "kysely";
import type { DatabaseService } from "../database.ts";
import type { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { CurrentTransaction, isCommitRejected, rejectNesting, runEffects, type Transaction } from "../transaction.ts";
import { fromSqlite } from "./sqlite-errors.ts";

export const makeRun =
  (kysely: Kysely<Tables>): DatabaseService["run"] =>
  (query, within) =>
    within === undefined
      ? Effect.andThen(
          rejectNesting,
          queryPromise(() => query(kysely)),
        )
      : queryPromise(() => query(within.kysely));

export const makeTransaction =
  (kysely: Kysely<Tables>): DatabaseService["transaction"] =>
  (body, within) =>
    within === undefined
      ? Effect.andThen(
          rejectNesting,
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const handle = yield* queryPromise(() => kysely.startTransaction().execute());
              const commitEffects: Effect.Effect<void>[] = [];
              const rollbackEffects: Effect.Effect<void>[] = [];
              const state = { open: true };
              const transaction: Transaction = {
                kysely: handle,
                afterCommit: (effect) => void commitEffects.push(effect),
                afterRollback: (effect) => void rollbackEffects.push(effect),
              };
              const exit = yield* Effect.exit(
                restore(Effect.suspend(() => body(transaction)).pipe(Effect.provideService(CurrentTransaction, state))),
              );
              state.open = false;
              if (Exit.isFailure(exit)) {
                yield* rollback(handle);
                yield* runEffects(rollbackEffects);
                return yield* exit;
              }
              yield* Effect.tapError(commit(handle), (error) =>
                isCommitRejected(error) ? runEffects(rollbackEffects) : Effect.void,
              );
              yield* runEffects(commitEffects);
              return exit.value;
            }),
          ),
        )
      : Effect.suspend(() => body(within));

/**
 * Makes a query uninterruptible: otherwise an interrupted fiber could roll back before the query ran, which would then
 * be committed on its own.
 */
const queryPromise = <A>(evaluate: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.uninterruptible(Effect.tryPromise({ try: evaluate, catch: fromSqlite }));

const commit = (handle: ControlledTransaction<Tables>): Effect.Effect<void, StoreError> =>
  queryPromise(() => handle.commit().execute()).pipe(
    Effect.tapError(() => rollback(handle)),
    Effect.asVoid,
  );

/**
 * Rolls back. After some errors SQLite has done so itself; then there is nothing left to do, and the first error
 * counts.
 */
const rollback = (handle: ControlledTransaction<Tables>): Effect.Effect<void> =>
  Effect.ignore(queryPromise(() => handle.rollback().execute()));

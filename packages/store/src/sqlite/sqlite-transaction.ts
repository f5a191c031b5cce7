import { Effect, Exit } from "effect";
import type { ControlledTransaction, Kysely } from "kysely";
import type { DatabaseService } from "../database.ts";
import type { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { CurrentTransaction, isRefusedCommit, refuseNesting, runFollowing, type Transaction } from "../transaction.ts";
import { fromSqlite } from "./sqlite-errors.ts";

export const makeRun =
  (kysely: Kysely<Tables>): DatabaseService["run"] =>
  (query, within) =>
    within === undefined
      ? Effect.andThen(
          refuseNesting,
          queryPromise(() => query(kysely)),
        )
      : queryPromise(() => query(within.kysely));

export const makeTransaction =
  (kysely: Kysely<Tables>): DatabaseService["transaction"] =>
  (body, within) =>
    within === undefined
      ? Effect.andThen(
          refuseNesting,
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const handle = yield* queryPromise(() => kysely.startTransaction().execute());
              const committed: Effect.Effect<void>[] = [];
              const undone: Effect.Effect<void>[] = [];
              const state = { open: true };
              const transaction: Transaction = {
                kysely: handle,
                afterCommit: (effect) => void committed.push(effect),
                afterRollback: (effect) => void undone.push(effect),
              };
              const exit = yield* Effect.exit(
                restore(Effect.suspend(() => body(transaction)).pipe(Effect.provideService(CurrentTransaction, state))),
              );
              state.open = false;
              if (Exit.isFailure(exit)) {
                yield* rollback(handle);
                yield* runFollowing(undone);
                return yield* exit;
              }
              yield* Effect.tapError(commit(handle), (error) =>
                isRefusedCommit(error) ? runFollowing(undone) : Effect.void,
              );
              yield* runFollowing(committed);
              return exit.value;
            }),
          ),
        )
      : Effect.suspend(() => body(within));

/**
 * A query is never abandoned half way: an interrupted fiber that went on to roll back could otherwise do so before the
 * query ran, which would then be committed by itself.
 */
const queryPromise = <A>(evaluate: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.uninterruptible(Effect.tryPromise({ try: evaluate, catch: fromSqlite }));

const commit = (handle: ControlledTransaction<Tables>): Effect.Effect<void, StoreError> =>
  queryPromise(() => handle.commit().execute()).pipe(
    Effect.tapError(() => rollback(handle)),
    Effect.asVoid,
  );

/** SQLite has rolled back by itself after some errors; then there is nothing left to do, and the first error counts. */
const rollback = (handle: ControlledTransaction<Tables>): Effect.Effect<void> =>
  Effect.ignore(queryPromise(() => handle.rollback().execute()));

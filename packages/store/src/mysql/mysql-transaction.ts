import { Cause, Effect, Exit } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "../database.ts";
import { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { CurrentTransaction, isRefusedCommit, refuseNesting, runFollowing, type Transaction } from "../transaction.ts";
import { fromMysql } from "./mysql-errors.ts";
import type { MysqlPool } from "./mysql-pool.ts";
import { ConflictRetries } from "./mysql-retry.ts";
import type { MysqlSession } from "./mysql-session.ts";

/** One attempt at a transaction. */
class MysqlTransaction implements Transaction {
  readonly kysely: Kysely<Tables>;
  readonly committed: Effect.Effect<void>[] = [];
  readonly undone: Effect.Effect<void>[] = [];
  /**
   * Error that ended the transaction in the server: a deadlock rolls all of it back, and the next statement would be
   * committed by itself. Set even when the body has converted the error.
   */
  ended: StoreError | undefined;

  constructor(kysely: Kysely<Tables>) {
    this.kysely = kysely;
  }

  afterCommit(effect: Effect.Effect<void>): void {
    this.committed.push(effect);
  }

  afterRollback(effect: Effect.Effect<void>): void {
    this.undone.push(effect);
  }
}

export const makeRun =
  (pool: MysqlPool): DatabaseService["run"] =>
  (query, within) =>
    within === undefined
      ? Effect.andThen(
          refuseNesting,
          queryPromise(() => query(pool.kysely)),
        )
      : Effect.suspend(() => runWithin(query, within as MysqlTransaction));

const runWithin = <A>(query: (kysely: Kysely<Tables>) => Promise<A>, within: MysqlTransaction) => {
  if (within.ended !== undefined) return Effect.fail(within.ended);
  return Effect.tapError(
    queryPromise(() => query(within.kysely)),
    (error) =>
      Effect.sync(() => {
        if (error.isRetryable) within.ended = error;
      }),
  );
};

export const makeTransaction =
  (pool: MysqlPool): DatabaseService["transaction"] =>
  (body, within) =>
    within === undefined
      ? Effect.andThen(
          refuseNesting,
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const retries = new ConflictRetries();
              for (;;) {
                const { exit, conflict } = yield* attempt(pool, (transaction) => restore(body(transaction)));
                if (conflict === undefined || !retries.mayRepeat(conflict)) return yield* exit;
                yield* Effect.promise(() => retries.pause());
              }
            }),
          ),
        )
      : Effect.suspend(() => body(within));

interface Attempt<A, E> {
  readonly exit: Exit.Exit<A, E>;
  /** Set where another transaction was in the way; all of this one has been undone. */
  readonly conflict?: StoreError;
}

const attempt = <A, E, R>(
  pool: MysqlPool,
  body: (transaction: Transaction) => Effect.Effect<A, E, R>,
): Effect.Effect<Attempt<A, E | StoreError>, StoreError, R> =>
  Effect.gen(function* (): Effect.fn.Return<Attempt<A, E | StoreError>, StoreError, R> {
    const session = yield* begin(pool);
    const transaction = new MysqlTransaction(session.kysely);
    const state = { open: true };
    const exit = yield* Effect.exit(
      Effect.suspend(() => body(transaction)).pipe(Effect.provideService(CurrentTransaction, state)),
    );
    state.open = false;
    if (Exit.isFailure(exit) || transaction.ended !== undefined) {
      yield* rollback(session);
      yield* runFollowing(transaction.undone);
      return failedAttempt(exit, transaction.ended);
    }
    const refused = yield* Effect.match(commit(session), { onFailure: (error) => error, onSuccess: () => undefined });
    if (refused !== undefined) {
      if (isRefusedCommit(refused)) yield* runFollowing(transaction.undone);
      return failedAttempt(Exit.fail(refused), refused);
    }
    yield* runFollowing(transaction.committed);
    return { exit };
  });

const failedAttempt = <A, E>(exit: Exit.Exit<A, E>, ended: StoreError | undefined): Attempt<A, E | StoreError> => {
  if (ended === undefined) return { exit };
  // An interrupted caller doesn't want another attempt.
  if (Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)) return { exit };
  const failure = Exit.isSuccess(exit) ? Exit.fail(ended) : exit;
  return ended.reason === "busy" ? { exit: failure, conflict: ended } : { exit: failure };
};

const begin = (pool: MysqlPool): Effect.Effect<MysqlSession, StoreError> =>
  queryPromise(async () => {
    const session = await pool.acquire();
    try {
      await session.query("start transaction");
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
  });

/** When the answer doesn't come it is not known whether it was committed; that is an error, and not tried again. */
const commit = (session: MysqlSession): Effect.Effect<void, StoreError> =>
  queryPromise(async () => {
    try {
      await session.query("commit");
      session.release();
    } catch (error) {
      session.destroy();
      throw error;
    }
  });

/** Rolls back; if the statement fails, closing the connection rolls back. */
const rollback = (session: MysqlSession): Effect.Effect<void> =>
  Effect.promise(async () => {
    try {
      await session.query("rollback");
      session.release();
    } catch {
      session.destroy();
    }
  });

/** A query is never abandoned half way: what follows it on this connection would be mixed up with it. */
export const queryPromise = <A>(evaluate: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.uninterruptible(Effect.tryPromise({ try: evaluate, catch: fromMysql }));

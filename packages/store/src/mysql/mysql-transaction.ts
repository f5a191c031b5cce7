import { Cause, Effect, Exit } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "../database.ts";
import { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { CurrentTransaction, isCommitRejected, rejectNesting, runEffects, type Transaction } from "../transaction.ts";
import { fromMysql } from "./mysql-errors.ts";
import type { MysqlPool } from "./mysql-pool.ts";
import { ConflictRetries } from "./mysql-retry.ts";
import type { MysqlSession } from "./mysql-session.ts";

/** One attempt of a transaction. */
class MysqlTransaction implements Transaction {
  readonly kysely: Kysely<Tables>;
  readonly commitEffects: Effect.Effect<void>[] = [];
  readonly rollbackEffects: Effect.Effect<void>[] = [];
  /**
   * Error that ended the transaction on the server: a deadlock rolls all of it back, and the next statement would be
   * committed on its own. Set even if the body has handled the error.
   */
  ended: StoreError | undefined;

  constructor(kysely: Kysely<Tables>) {
    this.kysely = kysely;
  }

  afterCommit(effect: Effect.Effect<void>): void {
    this.commitEffects.push(effect);
  }

  afterRollback(effect: Effect.Effect<void>): void {
    this.rollbackEffects.push(effect);
  }
}

export const makeRun =
  (pool: MysqlPool): DatabaseService["run"] =>
  (query, within) =>
    within === undefined
      ? Effect.andThen(
          rejectNesting,
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
          rejectNesting,
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const retries = new ConflictRetries();
              for (;;) {
                const { exit, conflict } = yield* attempt(pool, (transaction) => restore(body(transaction)));
                if (conflict === undefined || !retries.canRetry(conflict)) return yield* exit;
                yield* Effect.promise(() => retries.pause());
              }
            }),
          ),
        )
      : Effect.suspend(() => body(within));

interface Attempt<A, E> {
  readonly exit: Exit.Exit<A, E>;
  /** Set if another transaction conflicted. All of this one has been rolled back. */
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
      yield* runEffects(transaction.rollbackEffects);
      return failedAttempt(exit, transaction.ended);
    }
    const commitError = yield* Effect.match(commit(session), {
      onFailure: (error) => error,
      onSuccess: () => undefined,
    });
    if (commitError !== undefined) {
      if (isCommitRejected(commitError)) yield* runEffects(transaction.rollbackEffects);
      return failedAttempt(Exit.fail(commitError), commitError);
    }
    yield* runEffects(transaction.commitEffects);
    return { exit };
  });

const failedAttempt = <A, E>(exit: Exit.Exit<A, E>, ended: StoreError | undefined): Attempt<A, E | StoreError> => {
  if (ended === undefined) return { exit };
  // An interrupted caller doesn't need another attempt.
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

/** Commits. If the response is lost, it is unknown whether the commit happened: that is an error, and not retried. */
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

/** Rolls back. If the statement fails, closes the connection, which rolls back too. */
const rollback = (session: MysqlSession): Effect.Effect<void> =>
  Effect.promise(async () => {
    try {
      await session.query("rollback");
      session.release();
    } catch {
      session.destroy();
    }
  });

/** Makes a query uninterruptible: later statements on this connection would be mixed up with an abandoned one. */
export const queryPromise = <A>(evaluate: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.uninterruptible(Effect.tryPromise({ try: evaluate, catch: fromMysql }));

import { Context, Effect } from "effect";
import type { Kysely } from "kysely";
import type { StoreError, StoreErrorReason } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/**
 * Open transaction. Write methods of repositories and of the job queue accept it as `within`, so that a document, its
 * job and its outbox rows are written atomically. It must not be used after its body has ended.
 */
export interface Transaction {
  readonly kysely: Kysely<Tables>;
  /**
   * Runs `effect` once the transaction is durable, before its caller continues; never after a rollback. Effects run in
   * registration order and are uninterruptible: follow-up work of a commit must happen even if the caller has left. A
   * defect is logged, because it can't undo the commit.
   */
  readonly afterCommit: (effect: Effect.Effect<void>) => void;
  /**
   * Runs `effect` once it is certain that the transaction was not and will not be committed. It does not run after a
   * commit, nor if the response of a commit was lost. Otherwise like `afterCommit`.
   */
  readonly afterRollback: (effect: Effect.Effect<void>) => void;
}

/** Runs the effects that follow the end of a transaction. */
export const runEffects = (effects: readonly Effect.Effect<void>[]): Effect.Effect<void> =>
  Effect.forEach(
    effects,
    Effect.catchCause((cause) => Effect.logError("an effect after a transaction failed", cause)),
    { discard: true },
  );

/** Whether the database has reported that it did not commit. A failed connection or disk gives no such report. */
export const isCommitRejected = ({ reason }: StoreError): boolean => !UNCERTAIN.has(reason);

const UNCERTAIN: ReadonlySet<StoreErrorReason> = new Set(["unavailable", "corrupt", "internal"]);

/** Transaction in whose body the current fiber runs. Used to refuse calls that would deadlock on it. */
export const CurrentTransaction = Context.Reference<{ open: boolean } | undefined>("@quarry/store/CurrentTransaction", {
  defaultValue: () => undefined,
});

export const rejectNesting: Effect.Effect<void> = Effect.suspend(() =>
  Effect.flatMap(CurrentTransaction, (current) =>
    current?.open === true
      ? Effect.die(new Error("a query inside a transaction must be given that transaction as `within`"))
      : Effect.void,
  ),
);

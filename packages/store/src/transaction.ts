import { Context, Effect } from "effect";
import type { Kysely } from "kysely";
import type { StoreError, StoreErrorReason } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/**
 * An open transaction. Write methods of repositories and of the job queue take one as `within`, so that a document, its
 * job and its outbox rows are written together or not at all. It must not be used after its body has ended.
 */
export interface Transaction {
  readonly kysely: Kysely<Tables>;
  /**
   * Runs `effect` once the transaction is durable, before its caller goes on; never when it is rolled back. Effects run in
   * the order in which they were given, and to the end: what is committed has to be followed up, even for a caller that has
   * left. A defect is logged, as it can't undo the commit.
   */
  readonly afterCommit: (effect: Effect.Effect<void>) => void;
  /**
   * Runs `effect` once it is certain that nothing of the transaction is in the database, or ever will be; neither after
   * a commit nor where the answer of a commit was lost. Otherwise as `afterCommit`.
   */
  readonly afterRollback: (effect: Effect.Effect<void>) => void;
}

/** Runs the effects that follow the end of a transaction. */
export const runFollowing = (effects: readonly Effect.Effect<void>[]): Effect.Effect<void> =>
  Effect.forEach(
    effects,
    Effect.catchCause((cause) => Effect.logError("an effect after the end of a transaction failed", cause)),
    { discard: true },
  );

/**
 * Whether the database has reported that it did not commit. A failed connection or disk reports nothing of the kind.
 */
export const isRefusedCommit = ({ reason }: StoreError): boolean => !UNCERTAIN.has(reason);

const UNCERTAIN: ReadonlySet<StoreErrorReason> = new Set(["unavailable", "corrupt", "internal"]);

/** The transaction whose body the current fiber runs in, to refuse what would wait for itself. */
export const CurrentTransaction = Context.Reference<{ open: boolean } | undefined>("@quarry/store/CurrentTransaction", {
  defaultValue: () => undefined,
});

export const refuseNesting: Effect.Effect<void> = Effect.suspend(() =>
  Effect.flatMap(CurrentTransaction, (current) =>
    current?.open === true
      ? Effect.die(new Error("a query inside a transaction must be given that transaction as `within`"))
      : Effect.void,
  ),
);

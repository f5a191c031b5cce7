import { conflict, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import type { JobQueueService } from "@quarry/jobs";
import type { DatabaseService, StoreError, Transaction } from "@quarry/store";
import { Effect } from "effect";
import { PURGE_JOB, type PurgeTarget } from "../purge.ts";

/** A process that died in the middle of an import leaves its part of a collection for no longer than this. */
const LEASE_MS = 300_000;

const RENEW_EVERY_MS = 60_000;

/** A second pass removes the late writes of a writer that was not stopped in time. */
const SECOND_PASS_AFTER_MS = 120_000;

const PASSES = 2;

/** As for all that is purged: about a day of retries. */
const PURGE_ATTEMPTS = 300;

type StagedCollection = Extract<PurgeTarget, { readonly scope: "collection" }>;

/**
 * Lease of a running import. Imported data belongs to no collection until all of it is there, so nothing would ever
 * remove what a crash leaves. Before the first byte is written its removal is enqueued, due when the lease runs out; as
 * long as the import goes on it is put off, and the transaction that makes the collection cancels it.
 */
export class ImportLease {
  readonly #database: DatabaseService;
  readonly #jobs: JobQueueService;
  readonly #staged: StagedCollection;
  #renewals = 0;
  /** By this process's steady clock, read before the database's: until then nobody can have begun to remove. */
  #until = 0;

  constructor(database: DatabaseService, jobs: JobQueueService, staged: StagedCollection) {
    this.#database = database;
    this.#jobs = jobs;
    this.#staged = staged;
  }

  /** Enqueues the removal. */
  take(): Effect.Effect<void, StoreError> {
    return this.#enqueue(LEASE_MS, () => Effect.void);
  }

  /** Puts the removal off, again and again. Fails when it was too late for that. */
  readonly keep: Effect.Effect<never, DomainError | StoreError> = Effect.suspend(() =>
    Effect.forever(
      Effect.andThen(
        Effect.sleep(RENEW_EVERY_MS),
        this.#enqueue(LEASE_MS, (transaction) => this.cancel(transaction)),
      ),
    ),
  );

  /** Cancels the removal; fails, and the transaction with it, when it may have begun. */
  cancel(within: Transaction): Effect.Effect<void, DomainError | StoreError> {
    return Effect.flatMap(this.#jobs.cancelBySubject(this.#subject, within), (cancelled) =>
      cancelled === PASSES && performance.now() < this.#until ? Effect.void : Effect.fail(leaseLost()),
    );
  }

  /**
   * Has everything removed now. Fails when there is no removal to bring forward: it was cancelled, so that the collection
   * is made after all (a commit whose answer was lost), or it is done.
   */
  readonly giveUp: Effect.Effect<void, DomainError | StoreError> = Effect.suspend(() =>
    this.#enqueue(0, (transaction) =>
      Effect.flatMap(this.#jobs.cancelBySubject(this.#subject, transaction), (cancelled) =>
        cancelled > 0 ? Effect.void : Effect.fail(leaseLost()),
      ),
    ),
  );

  #enqueue<E>(
    delayMs: number,
    before: (transaction: Transaction) => Effect.Effect<unknown, E>,
  ): Effect.Effect<void, E | StoreError> {
    return Effect.gen({ self: this }, function* () {
      const until = performance.now() + delayMs;
      const due = (yield* this.#database.currentTimeMillis) + delayMs;
      this.#renewals += 1;
      const jobs = Array.from({ length: PASSES }, (_, pass) => ({
        id: `${this.#subject}:${this.#renewals}:${pass + 1}`,
        kind: PURGE_JOB,
        subject: this.#subject,
        family: this.#staged.collectionId,
        payload: { ...this.#staged } as unknown as JsonObject,
        maxAttempts: PURGE_ATTEMPTS,
        runAt: due + pass * SECOND_PASS_AFTER_MS,
      }));
      yield* this.#database.transaction((transaction) =>
        Effect.andThen(
          before(transaction),
          Effect.forEach(jobs, (job) => this.#jobs.enqueue(job, transaction), { discard: true }),
        ),
      );
      this.#until = until;
    });
  }

  get #subject(): string {
    return `import:${this.#staged.collectionId}`;
  }
}

const leaseLost = () =>
  conflict("the import was interrupted for too long, and what it had stored is removed; begin it again");

import { conflict, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import type { JobQueueService } from "@quarry/jobs";
import type { DatabaseService, StoreError, Transaction } from "@quarry/store";
import { Effect } from "effect";
import { PURGE_JOB, type PurgeTarget } from "../purge.ts";

/** Maximum time for which the partial data of an import remains after its process crashed. */
const LEASE_MS = 300_000;

const RENEW_EVERY_MS = 60_000;

/** A second pass deletes the late writes of a writer that was not stopped in time. */
const SECOND_PASS_AFTER_MS = 120_000;

const PASSES = 2;

/** Same as for all purges: about a day of retries. */
const PURGE_ATTEMPTS = 300;

type StagedCollection = Extract<PurgeTarget, { readonly scope: "collection" }>;

/**
 * Lease of a running import. Imported data belongs to no collection until it is complete, so nothing else would delete
 * it after a crash. A purge is enqueued before the first byte is written, due when the lease expires. A running import
 * renews the lease, and the transaction that creates the collection cancels the purge.
 */
export class ImportLease {
  readonly #database: DatabaseService;
  readonly #jobs: JobQueueService;
  readonly #staged: StagedCollection;
  #renewals = 0;
  /**
   * End of the lease by this process's monotonic clock, read before the database's. The purge can't have begun before
   * then.
   */
  #expiresAt = 0;

  constructor(database: DatabaseService, jobs: JobQueueService, staged: StagedCollection) {
    this.#database = database;
    this.#jobs = jobs;
    this.#staged = staged;
  }

  /** Enqueues the purge. */
  take(): Effect.Effect<void, StoreError> {
    return this.#enqueue(LEASE_MS, () => Effect.void);
  }

  /** Renews the lease periodically. Fails if it has expired. */
  readonly keep: Effect.Effect<never, DomainError | StoreError> = Effect.suspend(() =>
    Effect.forever(
      Effect.andThen(
        Effect.sleep(RENEW_EVERY_MS),
        this.#enqueue(LEASE_MS, (transaction) => this.cancel(transaction)),
      ),
    ),
  );

  /** Cancels the purge. Fails, and so rolls the transaction back, if the purge may have begun. */
  cancel(within: Transaction): Effect.Effect<void, DomainError | StoreError> {
    return Effect.flatMap(this.#jobs.cancelBySubject(this.#subject, within), (cancelled) =>
      cancelled === PASSES && performance.now() < this.#expiresAt ? Effect.void : Effect.fail(leaseLost()),
    );
  }

  /**
   * Makes the purge due now. Fails if no purge is pending: it was cancelled because the collection was created after
   * all (a commit whose response was lost), or it has run.
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
      const expiresAt = performance.now() + delayMs;
      const dueAt = (yield* this.#database.currentTimeMillis) + delayMs;
      this.#renewals += 1;
      const jobs = Array.from({ length: PASSES }, (_, pass) => ({
        id: `${this.#subject}:${this.#renewals}:${pass + 1}`,
        kind: PURGE_JOB,
        subject: this.#subject,
        family: this.#staged.collectionId,
        payload: { ...this.#staged } as unknown as JsonObject,
        maxAttempts: PURGE_ATTEMPTS,
        runAt: dueAt + pass * SECOND_PASS_AFTER_MS,
      }));
      yield* this.#database.transaction((transaction) =>
        Effect.andThen(
          before(transaction),
          Effect.forEach(jobs, (job) => this.#jobs.enqueue(job, transaction), { discard: true }),
        ),
      );
      this.#expiresAt = expiresAt;
    });
  }

  get #subject(): string {
    return `import:${this.#staged.collectionId}`;
  }
}

const leaseLost = () => conflict("the import was interrupted for too long, and its data was removed; start it again");

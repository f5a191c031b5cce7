import { Deferred, Effect, Exit } from "effect";
import { FairQueue } from "./fair-queue.ts";

/** One batch computes while the next one gets ready. */
const CALLS_AT_ONCE = 2;

interface Waiter {
  readonly owner: string;
  readonly granted: Deferred.Deferred<void>;
  hasBegun: boolean;
}

/**
 * Calls of an embedder that computes in this process, one after the other: owners take turns, so that a hundred batches of
 * one keep those of another waiting for no more than the ones that are under way.
 */
export class LocalTurns {
  readonly #waiting = new FairQueue<Waiter>();
  #running = 0;

  run<A, E>(owner: string, call: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.acquireUseRelease(
      Effect.sync((): Waiter => {
        const waiter = { owner, granted: Deferred.makeUnsafe<void>(), hasBegun: false };
        this.#waiting.add(waiter);
        this.#startNext();
        return waiter;
      }),
      ({ granted }) => Effect.andThen(Deferred.await(granted), call),
      (waiter) => Effect.sync(() => this.#leave(waiter)),
    );
  }

  /** Its call has ended, or it was interrupted before its turn. */
  #leave(waiter: Waiter): void {
    if (waiter.hasBegun) this.#running -= 1;
    else this.#waiting.remove(waiter);
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < CALLS_AT_ONCE) {
      const next = this.#waiting.peek();
      if (next === undefined) return;
      this.#waiting.take();
      this.#running += 1;
      next.hasBegun = true;
      Deferred.doneUnsafe(next.granted, Exit.void);
    }
  }
}

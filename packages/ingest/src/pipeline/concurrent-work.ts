import { Deferred, Effect, type Scope, Semaphore } from "effect";

/**
 * Starts work that runs concurrently with its caller. Waits until the concurrency limit allows it. Never fails itself.
 */
export type StartConcurrent<E, R> = (work: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R>;

/**
 * Runs `body` with concurrent work, at most `atMost` items at a time, and ends when all work has ended. The first
 * failure, of the body or of an item, interrupts all the rest. Nothing is still running when this has ended, whatever
 * the outcome.
 */
export const withConcurrentWork = <A, E, R, BodyE, BodyR>(
  atMost: number,
  body: (start: StartConcurrent<E, R>) => Effect.Effect<A, BodyE, BodyR>,
): Effect.Effect<A, E | BodyE, Exclude<BodyR, Scope.Scope>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const scope = yield* Effect.scope;
      const permits = yield* Semaphore.make(atMost);
      const failed = yield* Deferred.make<never, E>();
      const start: StartConcurrent<E, R> = (work) =>
        Effect.andThen(
          permits.take(1),
          // The failure is recorded before the permit is released: a caller that gets all permits has seen every
          // failure too.
          Effect.forkIn(
            work.pipe(
              Effect.onError((cause) => Deferred.failCause(failed, cause)),
              Effect.ensuring(permits.release(1)),
            ),
            scope,
          ),
        );
      const all = Effect.gen(function* () {
        const result = yield* body(start);
        yield* permits.take(atMost);
        if (yield* Deferred.isDone(failed)) return yield* Deferred.await(failed);
        return result;
      });
      return yield* Effect.raceFirst(all, Deferred.await(failed));
    }),
  );

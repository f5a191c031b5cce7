import { Deferred, Effect, type Scope, Semaphore } from "effect";

/** Starts a piece of work that goes on beside its caller. Waits for room first, and never fails itself. */
export type StartConcurrent<E, R> = (work: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R>;

/**
 * Runs `body` with work beside it, at most `atMost` pieces at a time, and ends when all of it has ended. The first failure,
 * of the body or of a piece, interrupts all the rest; nothing goes on when this has ended, whatever it ended with.
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
          // The failure is known before the permit is released: a caller that gets all permits has found every failure
          // too.
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

import { Cause, Deferred, Effect, Exit, Fiber } from "effect";
import { expect, test } from "vitest";
import { callerNamed, CurrentCaller } from "./caller.ts";
import { QueryTurns } from "./query-turns.ts";

const as = <A, E>(owner: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.provideService(effect, CurrentCaller, callerNamed(owner));

test("however many queries a key sends, another key's is answered, and what is given up leaves the line", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const turns = new QueryTurns();
      const gate = yield* Deferred.make<void>();
      let started = 0;
      const heavy = Effect.andThen(
        Effect.sync(() => (started += 1)),
        Deferred.await(gate),
      );
      const fibers = [];
      for (let count = 0; count < 100; count++) {
        fibers.push(yield* Effect.forkChild(as("noisy", turns.inTurn(heavy)), { startImmediately: true }));
      }
      const atWork = started;
      expect(atWork).toBeGreaterThan(1);
      expect(atWork).toBeLessThan(100);
      expect(yield* as("quiet", turns.inTurn(Effect.succeed("an answer")))).toBe("an answer");
      // Those at work and those that wait.
      yield* Effect.forEach([...fibers.slice(0, 5), ...fibers.slice(50)], Fiber.interrupt);
      while (started < atWork + 5) yield* Effect.yieldNow;
      yield* Effect.sleep(1);
      expect(started).toBe(atWork + 5);
      yield* Deferred.succeed(gate, undefined);
      yield* Effect.forEach(fibers.slice(5, 50), Fiber.join);
      expect(started).toBe(50);
    }),
  ));

test("only a long line is refused, of that key alone, with when to come back", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const turns = new QueryTurns();
      const gate = yield* Deferred.make<void>();
      const fibers = [];
      for (let count = 0; count < 1_990; count++) {
        const waiting = as("noisy", turns.inTurn(Deferred.await(gate)));
        fibers.push(yield* Effect.forkChild(waiting, { startImmediately: true }));
      }
      yield* as("noisy", turns.checkRoom(10));
      const refused = yield* Effect.exit(as("noisy", turns.checkRoom(20)));
      expect(Exit.isFailure(refused) && Cause.squash(refused.cause)).toMatchObject({
        code: "resource_exhausted",
        retryAfterSeconds: 2,
      });
      yield* as("quiet", turns.checkRoom(20));
      yield* Deferred.succeed(gate, undefined);
      yield* Effect.forEach(fibers, Fiber.join);
      yield* as("noisy", turns.checkRoom(20));
    }),
  ));

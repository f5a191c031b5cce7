import { Deferred, Effect, Fiber } from "effect";
import { expect, test } from "vitest";
import { StepClock } from "./step-clock.ts";

const PARSER = { readingMs: 40, cuttingMs: 2.25 };

test("concurrent work in a step is counted once, and the time of a failed step is counted", async () => {
  let time = 1_000;
  const clock = new StepClock(-3, () => time);
  const pass = (milliseconds: number) => Effect.sync(() => void (time += milliseconds));
  await Effect.runPromise(
    Effect.gen(function* () {
      const inside = yield* Deferred.make<void>();
      const end = yield* Deferred.make<void>();
      const first = yield* Effect.forkChild(
        clock.during("embedding", Effect.andThen(Deferred.succeed(inside, undefined), Deferred.await(end))),
      );
      yield* Deferred.await(inside);
      yield* clock.during("embedding", pass(100));
      yield* clock.during("storing", pass(10));
      yield* Deferred.succeed(end, undefined);
      yield* Fiber.join(first);
      yield* pass(5);
      yield* Effect.flip(clock.during("storing", Effect.andThen(pass(1), Effect.fail("away"))));
    }),
  );
  expect(clock.timings(PARSER)).toEqual({
    waitingMs: 0,
    readingMs: 40,
    cuttingMs: 2.3,
    embeddingMs: 110,
    storingMs: 11,
    indexingMs: 0,
    totalMs: 116,
  });
});

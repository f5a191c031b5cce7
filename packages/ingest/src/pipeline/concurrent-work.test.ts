import { Cause, Deferred, Effect, Exit, Fiber } from "effect";
import { expect, test } from "vitest";
import { type StartConcurrent, withConcurrentWork } from "./concurrent-work.ts";

type Start = StartConcurrent<string, never>;

/** Lets every fiber reach the point where it waits: each forked fiber begins one turn later. */
const settle = Effect.promise(async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
});

/** Tasks that last until the test ends them. Records which began and which were interrupted. */
const tasks = () => {
  const begun: number[] = [];
  const interrupted: number[] = [];
  const ends = Array.from({ length: 10 }, () => Deferred.makeUnsafe<void, string>());
  const task = (number: number): Effect.Effect<void, string> =>
    Effect.suspend(() => {
      begun.push(number);
      return Effect.onInterrupt(Deferred.await(ends[number]!), () => Effect.sync(() => void interrupted.push(number)));
    });
  return {
    begun,
    interrupted,
    task,
    end: (number: number) => Deferred.succeed(ends[number]!, undefined),
    fail: (number: number) => Deferred.fail(ends[number]!, `piece ${number} failed`),
  };
};

test("at most the given number of tasks run at once, and the result waits for all of them", () =>
  Effect.gen(function* () {
    const { begun, task, end } = tasks();
    const taken: number[] = [];
    const whole = yield* Effect.forkChild(
      withConcurrentWork(3, (start: Start) =>
        Effect.as(
          Effect.forEach([0, 1, 2, 3, 4], (number) =>
            Effect.map(start(task(number)), () => {
              taken.push(number);
            }),
          ),
          "result",
        ),
      ),
    );
    yield* settle;
    expect([begun, taken]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    yield* end(1);
    yield* settle;
    expect([begun, taken]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
    yield* Effect.forEach([0, 2, 3], end);
    yield* settle;
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(whole.pollUnsafe()).toBeUndefined();
    yield* end(4);
    expect(yield* Fiber.join(whole)).toBe("result");
  }).pipe(Effect.runPromise));

test("the first task failure interrupts the body and the other tasks before it is reported", () =>
  Effect.gen(function* () {
    const { interrupted, task, fail } = tasks();
    let isBodyInterrupted = false;
    const body = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isBodyInterrupted = true)));
    const whole = yield* Effect.forkChild(
      withConcurrentWork(3, (start: Start) =>
        Effect.andThen(
          Effect.forEach([0, 1, 2], (number) => start(task(number))),
          body,
        ),
      ),
    );
    yield* settle;
    yield* fail(1);
    expect(yield* Effect.flip(Fiber.join(whole))).toBe("piece 1 failed");
    expect([isBodyInterrupted, interrupted.toSorted()]).toEqual([true, [0, 2]]);
  }).pipe(Effect.runPromise));

test("a task failure at the very end is reported", () =>
  Effect.gen(function* () {
    const whole = withConcurrentWork(2, (start: Start) =>
      Effect.as(Effect.andThen(start(Effect.void), start(Effect.fail("late"))), "result"),
    );
    expect(yield* Effect.flip(whole)).toBe("late");
  }).pipe(Effect.runPromise));

test("a failing or interrupted body interrupts its tasks", () =>
  Effect.gen(function* () {
    const first = tasks();
    const failing = withConcurrentWork(2, (start: Start) =>
      Effect.andThen(start(first.task(0)), Effect.andThen(settle, Effect.fail("the body failed"))),
    );
    expect(yield* Effect.flip(failing)).toBe("the body failed");
    expect(first.interrupted).toEqual([0]);
    const second = tasks();
    const waiting = yield* Effect.forkChild(
      withConcurrentWork(2, (start: Start) => Effect.andThen(start(second.task(0)), Effect.never)),
    );
    yield* settle;
    yield* Fiber.interrupt(waiting);
    const exit = yield* Fiber.await(waiting);
    expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true);
    expect(second.interrupted).toEqual([0]);
  }).pipe(Effect.runPromise));

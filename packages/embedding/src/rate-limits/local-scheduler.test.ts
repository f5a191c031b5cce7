import { FairScheduler } from "@quarry/plugin/scheduling";
import { Deferred, Effect, Fiber } from "effect";
import { expect, test } from "vitest";
import { LOCAL_LIMITS } from "./rate-limiters.ts";

/** Creates calls that end on the test's command, in the order in which they began. */
const makeCalls = () => {
  // The clock stands still, so all calls take equally long.
  const scheduler = new FairScheduler(LOCAL_LIMITS, () => 0);
  const began: string[] = [];
  const ends = new Map<string, Deferred.Deferred<void>>();
  const call = (owner: string, name: string) => {
    const end = Deferred.makeUnsafe<void>();
    ends.set(name, end);
    return Effect.runFork(
      scheduler.run(
        { owner },
        Effect.andThen(
          Effect.sync(() => void began.push(name)),
          Deferred.await(end),
        ),
      ),
    );
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    await Effect.runPromise(Deferred.succeed(ends.get(name)!, undefined));
    await settle();
  };
  return { began, call, end, settle };
};

test("owners take turns, even if one of them has many calls waiting", async () => {
  const { began, call, end, settle } = makeCalls();
  for (let index = 0; index < 100; index += 1) call("loud", `loud-${index}`);
  call("quiet", "quiet-0");
  call("quiet", "quiet-1");
  await settle();
  expect(began).toEqual(["loud-0", "loud-1"]);
  for (const name of ["loud-0", "loud-1", "loud-2"]) await end(name);
  await end("quiet-0");
  expect(began.slice(2)).toEqual(["loud-2", "quiet-0", "loud-3", "quiet-1"]);
});

test("an interrupted waiting call never runs, and an interrupted running call frees its slot", async () => {
  const { began, call, settle } = makeCalls();
  const [first] = [call("a", "a-0"), call("a", "a-1")];
  const waiting = call("b", "b-0");
  call("c", "c-0");
  await settle();
  await Effect.runPromise(Fiber.interrupt(waiting));
  expect(began).toEqual(["a-0", "a-1"]);
  await Effect.runPromise(Fiber.interrupt(first!));
  await settle();
  expect(began).toEqual(["a-0", "a-1", "c-0"]);
});

test("a failed call frees its slot for the next one", async () => {
  const scheduler = new FairScheduler(LOCAL_LIMITS);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => Effect.runPromiseExit(scheduler.run({ owner: "a" }, Effect.fail(index)))),
  );
  expect(outcomes).toHaveLength(10);
  expect(await Effect.runPromise(scheduler.run({ owner: "b" }, Effect.succeed("done")))).toBe("done");
});

import { PluginError } from "@quarry/plugin";
import { Deferred, Effect, Fiber } from "effect";
import { describe, expect, test } from "vitest";
import { RateLimiter, type Ticket } from "./rate-limiter.ts";
import { bucketOf, DEFAULT_RATE_LIMITS } from "./rate-limits.ts";

const PATIENCE_MS = 60_000;

/** Calls of a rate limiter that end on the test's command, in the order in which they were admitted. */
const driven = (concurrency: number) => {
  const limiter = new RateLimiter({ ...DEFAULT_RATE_LIMITS, concurrency, firstPauseMs: 1 });
  const gone: { readonly name: string; readonly end: Deferred.Deferred<void, PluginError> }[] = [];
  const start = (name: string, over: Partial<Ticket> = {}) => {
    const end = Deferred.makeUnsafe<void, PluginError>();
    const ticket: Ticket = { kind: "document", owner: name[0]!, tokens: 1, patienceMs: PATIENCE_MS, ...over };
    const call = Effect.suspend(() => {
      gone.push({ name, end });
      return Deferred.await(end);
    });
    return Effect.runFork(limiter.run(ticket, call));
  };
  /**
   * Yields for many more event-loop turns than the end of a call needs to admit the next one. No fixed delay is
   * involved.
   */
  const turn = async () => {
    for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    limiter,
    start,
    names: () => gone.map(({ name }) => name),
    end: async (index: number, failure?: PluginError) => {
      Effect.runSync(
        failure === undefined
          ? Deferred.succeed(gone[index]!.end, undefined)
          : Deferred.fail(gone[index]!.end, failure),
      );
      await turn();
    },
    untilGone: async (count: number) => {
      while (gone.length < count) await turn();
    },
  };
};

const refusal = (retryAfterSeconds?: number) =>
  new PluginError({
    plugin: "p",
    reason: "rate_limited",
    message: "slow down",
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

describe("RateLimiter", () => {
  test("alternates between owners and admits queries first", async () => {
    const { start, names, end } = driven(1);
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) start(name);
    start("q1", { kind: "query" });
    for (let index = 0; index < 8; index += 1) await end(index);
    expect(names()).toEqual(["a1", "q1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  test("admits calls up to the concurrency, and the next one when a call ends", async () => {
    const { start, names, end } = driven(3);
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) start(name);
    expect(names()).toHaveLength(3);
    await end(1);
    expect(names()).toHaveLength(4);
  });

  test("after rate-limit errors one call probes whether the pause is over; then the concurrency is halved", async () => {
    const { start, names, end, untilGone } = driven(8);
    for (let number = 0; number < 30; number += 1) start(`a${number}`);
    for (let index = 0; index < 8; index += 1) await end(index, refusal());
    await untilGone(9);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(names()).toHaveLength(9);
    await end(8);
    expect(names()).toHaveLength(9 + 4);
    // Concurrency grows by one for every round of successes.
    for (let index = 9; index < 13; index += 1) await end(index);
    expect(names()).toHaveLength(13 + 5);
  });

  test("a pause applies to all calls, and a call with less patience fails immediately", async () => {
    const { limiter, start, names, end } = driven(2);
    start("a1");
    start("a2");
    const impatient = start("q1", { kind: "query", patienceMs: 1_000 });
    const patient = start("a3");
    await end(0, refusal(30));
    expect(await Effect.runPromise(Effect.flip(Fiber.join(impatient)))).toMatchObject({ _tag: "ProviderPaused" });
    expect(await Effect.runPromise(Effect.flip(Fiber.join(start("q2", { patienceMs: 1_000 }))))).toMatchObject({
      error: { message: "slow down" },
    });
    await end(1);
    expect(names()).toEqual(["a1", "a2"]);
    await Effect.runPromise(Fiber.interrupt(patient));
    expect(limiter.isIdle).toBe(false);
  });

  test("an interrupted call leaves the queue or frees its slot", async () => {
    const { limiter, start, names, end } = driven(1);
    const [first, second] = [start("a1"), start("a2")];
    start("a3");
    await Effect.runPromise(Fiber.interrupt(second));
    await Effect.runPromise(Fiber.interrupt(first));
    expect(names()).toEqual(["a1", "a3"]);
    await end(1);
    expect(limiter.isIdle).toBe(true);
  });
});

test("a rate allowance is never exceeded within any minute", () => {
  const allowance = bucketOf(60, 0);
  const used: number[] = [];
  for (let now = 0; now < 300_000; now += 100) {
    while (allowance.waitFor(1, now) === 0) {
      allowance.use(1, now);
      used.push(now);
    }
  }
  for (const from of used) expect(used.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(60);
  expect(used.length).toBeGreaterThan(240);
});

test("a request larger than the burst is admitted when the allowance is full, and later ones wait for the debt", () => {
  const allowance = bucketOf(600, 0);
  expect(allowance.waitFor(1_000, 0)).toBe(0);
  allowance.use(1_000, 0);
  expect(allowance.waitFor(1, 0)).toBeGreaterThan(60_000);
});

import { callerNamed, CallerScheduler, CurrentCaller } from "@quarry/index";
import { Cause, Deferred, Effect, Exit, Fiber } from "effect";
import { expect, test } from "vitest";
import { FilterScheduler, QUERY_LIMITS } from "./schedulers.ts";

const as = <A, E>(owner: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.provideService(effect, CurrentCaller, callerNamed(owner));

test("a key with many queries doesn't block another key's query, and cancelled queries leave the queue", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const scheduler = new CallerScheduler(QUERY_LIMITS);
      const gate = yield* Deferred.make<void>();
      let started = 0;
      const heavy = Effect.andThen(
        Effect.sync(() => (started += 1)),
        Deferred.await(gate),
      );
      const fibers = [];
      for (let count = 0; count < 100; count++) {
        fibers.push(yield* Effect.forkChild(as("noisy", scheduler.run(heavy)), { startImmediately: true }));
      }
      const atWork = started;
      expect(atWork).toBeGreaterThan(1);
      expect(atWork).toBeLessThan(100);
      expect(yield* as("quiet", scheduler.run(Effect.succeed("an answer")))).toBe("an answer");
      // Interrupts running and waiting tasks.
      yield* Effect.forEach([...fibers.slice(0, 5), ...fibers.slice(50)], Fiber.interrupt);
      while (started < atWork + 5) yield* Effect.yieldNow;
      yield* Effect.sleep(1);
      expect(started).toBe(atWork + 5);
      yield* Deferred.succeed(gate, undefined);
      yield* Effect.forEach(fibers.slice(5, 50), Fiber.join);
      expect(started).toBe(50);
    }),
  ));

test("checkCapacity rejects only the key with a long queue, with a retry delay", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const scheduler = new CallerScheduler(QUERY_LIMITS);
      const gate = yield* Deferred.make<void>();
      const fibers = [];
      for (let count = 0; count < 1_990; count++) {
        const waiting = as("noisy", scheduler.run(Deferred.await(gate)));
        fibers.push(yield* Effect.forkChild(waiting, { startImmediately: true }));
      }
      yield* as("noisy", scheduler.checkCapacity(10));
      const refused = yield* Effect.exit(as("noisy", scheduler.checkCapacity(20)));
      expect(Exit.isFailure(refused) && Cause.squash(refused.cause)).toMatchObject({
        code: "resource_exhausted",
        retryAfterSeconds: 2,
      });
      yield* as("quiet", scheduler.checkCapacity(20));
      yield* Deferred.succeed(gate, undefined);
      yield* Effect.forEach(fibers, Fiber.join);
      yield* as("noisy", scheduler.checkCapacity(20));
    }),
  ));

test("a key's facet requests run one at a time, and don't block another key's list request", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const scheduler = yield* FilterScheduler;
      const gate = yield* Deferred.make<void>();
      const events: string[] = [];
      const facets = Effect.andThen(
        Effect.sync(() => events.push("facets")),
        Deferred.await(gate),
      );
      const heavy = [];
      for (let count = 0; count < 12; count++) {
        heavy.push(yield* Effect.forkChild(as("noisy", scheduler.admit(facets)), { startImmediately: true }));
      }
      yield* as("quiet", scheduler.admit(Effect.sync(() => events.push("list"))));
      yield* as("quiet", scheduler.run(Effect.sync(() => events.push("part"))));
      expect(events).toEqual(["facets", "list", "part"]);
      yield* Deferred.succeed(gate, undefined);
      yield* Effect.forEach(heavy, Fiber.join);
      expect(events.filter((event) => event === "facets")).toHaveLength(12);
    }),
  ));

test("a task runs with its caller's access filter", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const scheduler = yield* FilterScheduler;
      const accessFilter = {
        id: "b",
        filter: { op: "exists", path: "tenant", negated: false },
        matches: () => false,
      } as const;
      const seen = scheduler.run(Effect.map(CurrentCaller, (caller) => caller.accessFilter));
      expect(yield* Effect.provideService(seen, CurrentCaller, callerNamed("k", accessFilter))).toBe(accessFilter);
    }),
  ));

import { CurrentCaller, callerNamed } from "@quarry/index";
import { Deferred, Effect, Fiber } from "effect";
import { expect, test } from "vitest";
import { inFilterTurn, partInFilterTurn } from "./filter-turns.ts";

const as = <A, E>(owner: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.provideService(effect, CurrentCaller, callerNamed(owner));

test("a key's facets come one after the other, and another key's list is answered before them", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>();
      const events: string[] = [];
      const facets = Effect.andThen(
        Effect.sync(() => events.push("facets")),
        Deferred.await(gate),
      );
      const heavy = [];
      for (let count = 0; count < 12; count++) {
        heavy.push(yield* Effect.forkChild(as("noisy", inFilterTurn(facets)), { startImmediately: true }));
      }
      yield* as("quiet", inFilterTurn(Effect.sync(() => events.push("list"))));
      yield* as("quiet", partInFilterTurn(Effect.sync(() => events.push("part"))));
      expect(events).toEqual(["facets", "list", "part"]);
      yield* Deferred.succeed(gate, undefined);
      yield* Effect.forEach(heavy, Fiber.join);
      expect(events.filter((event) => event === "facets")).toHaveLength(12);
    }),
  ));

test("what is done in turn keeps the boundary of its caller", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const boundary = {
        id: "b",
        filter: { op: "exists", path: "tenant", negated: false },
        matches: () => false,
      } as const;
      const seen = partInFilterTurn(Effect.map(CurrentCaller, (caller) => caller.boundary));
      expect(yield* Effect.provideService(seen, CurrentCaller, callerNamed("k", boundary))).toBe(boundary);
    }),
  ));

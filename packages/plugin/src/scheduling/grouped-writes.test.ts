import { Deferred, Effect, Fiber } from "effect";
import { expect, test } from "vitest";
import { groupedWrites } from "./grouped-writes.ts";

/** Creates a writer that blocks until the test releases it, and records its input. */
const heldWriter = () => {
  const groups: (readonly number[])[] = [];
  const gate = Deferred.makeUnsafe<void>();
  const write = (items: readonly number[]) => {
    groups.push(items);
    return Deferred.await(gate);
  };
  return { groups, write, letGo: Deferred.succeed(gate, undefined) };
};

/** Lets every fiber reach the point where it waits: each forked fiber begins one turn later. */
const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
});

test("calls made during a write are grouped into the next write, in order, and complete with it", () =>
  Effect.gen(function* () {
    const { groups, write, letGo } = heldWriter();
    const keep = groupedWrites(write, 100);
    const calls = yield* Effect.forEach([[1, 2], [3], [4, 5], [6]], (items) => Effect.forkChild(keep(items)));
    yield* settle;
    expect(groups).toEqual([[1, 2]]);
    expect(calls.every((fiber) => fiber.pollUnsafe() === undefined)).toBe(true);
    yield* letGo;
    yield* Effect.forEach(calls, Fiber.join);
    expect(groups).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ]);
    yield* keep([7]);
    expect(groups.at(-1)).toEqual([7]);
  }).pipe(Effect.runPromise));

test("a group is limited in size, and a larger call is written alone", () =>
  Effect.gen(function* () {
    const { groups, write, letGo } = heldWriter();
    const keep = groupedWrites(write, 3);
    const inputs = [[1], [2, 3], [4], [5, 6, 7, 8], [9]];
    const calls = yield* Effect.forEach(inputs, (items) => Effect.forkChild(keep(items)));
    yield* settle;
    yield* letGo;
    yield* Effect.forEach(calls, Fiber.join);
    expect(groups).toEqual([[1], [2, 3, 4], [5, 6, 7, 8], [9]]);
  }).pipe(Effect.runPromise));

test("interrupting some calls loses no items", () =>
  Effect.gen(function* () {
    const { groups, write, letGo } = heldWriter();
    const keep = groupedWrites(write, 100);
    const calls = yield* Effect.forEach([[1], [2], [3]], (items) => Effect.forkChild(keep(items)));
    yield* settle;
    const interrupted = yield* Effect.forkChild(Fiber.interruptAll(calls.slice(0, 2)));
    yield* settle;
    yield* letGo;
    yield* Fiber.join(calls[2]!);
    yield* Fiber.join(interrupted);
    expect(groups.flat()).toEqual([1, 2, 3]);
  }).pipe(Effect.runPromise));

import { DomainError, notFound } from "@quarry/plugin/domain";
import { StoreError } from "@quarry/store";
import { Data, Deferred, Effect } from "effect";
import { expect, expectTypeOf, test } from "vitest";
import { type HandlerFailure, runEffect, runFor, runToEndFor } from "./run-effect.ts";

test("an aborted signal interrupts the effect", async () => {
  const begun = Deferred.makeUnsafe<void>();
  let isEnded = false;
  const endless = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
    Effect.onInterrupt(() => Effect.sync(() => void (isEnded = true))),
  );
  const controller = new AbortController();
  const failed = expect(runEffect(endless, controller.signal)).rejects.toThrow();
  await Effect.runPromise(Deferred.await(begun));
  controller.abort();
  await failed;
  expect(isEnded).toBe(true);
});

test("without a signal the value is returned", async () => {
  expect(await runEffect(Effect.succeed(1))).toBe(1);
});

class Unmapped extends Data.TaggedError("Unmapped")<{ readonly message: string }> {}

test("an error without a mapping does not compile", () => {
  const failing: Effect.Effect<string, StoreError | Unmapped> = Effect.fail(new Unmapped({ message: "forgotten" }));
  expectTypeOf<Unmapped>().not.toExtend<HandlerFailure>();
  expectTypeOf<StoreError>().toExtend<HandlerFailure>();
  // Never called. Without the line above it, each would compile only if the failure had an answer.
  const calls = [
    // @ts-expect-error Unmapped is no HandlerFailure
    () => runEffect(failing),
    // @ts-expect-error Unmapped is no HandlerFailure
    () => runFor({ principal: undefined, signal: AbortSignal.abort() }, failing),
    // @ts-expect-error Unmapped is no HandlerFailure
    () => runToEndFor({ principal: undefined }, failing),
    () => runEffect(Effect.catchTag(failing, "Unmapped", ({ message }) => Effect.fail(notFound(message)))),
  ];
  expect(calls).toHaveLength(4);
});

test("a mapped failure is thrown as the error for the caller", async () => {
  const busy = Effect.fail(new StoreError({ reason: "busy", message: "locked" }));
  await expect(runEffect(busy)).rejects.toBeInstanceOf(DomainError);
  await expect(runEffect(busy)).rejects.toMatchObject({ code: "unavailable" });
});

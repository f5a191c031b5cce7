import { Deferred, Effect } from "effect";
import { expect, test } from "vitest";
import { runEffect } from "./run-effect.ts";

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

test("without a signal the value comes as it is", async () => {
  expect(await runEffect(Effect.succeed(1))).toBe(1);
});

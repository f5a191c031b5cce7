import { expect, test } from "vitest";
import { inTimeSlices, type Sliced } from "./sliced.ts";

const endless = (onEnd: () => void): Sliced<never> =>
  (function* () {
    try {
      for (;;) yield;
    } finally {
      onEnd();
    }
  })();

test.each([
  ["that no caller waits for", undefined],
  ["that exceeds its time limit", { milliseconds: 0, failure: () => new Error("given up") }],
])("a task %s is ended and runs its cleanup", async (_, patience) => {
  let hasEnded = false;
  const checkpoint = () => {
    if (patience === undefined) throw new Error("given up");
  };
  await expect(
    inTimeSlices(
      endless(() => void (hasEnded = true)),
      checkpoint,
      patience,
    ),
  ).rejects.toThrow("given up");
  expect(hasEnded).toBe(true);
});

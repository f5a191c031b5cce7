import { existsSync, openSync, writeSync } from "node:fs";
import { expect, test } from "vitest";
import { fromFileSystem } from "./folder-errors.ts";

const thrownBy = (action: () => void): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

// The full disk that the kernel simulates.
test.runIf(existsSync("/dev/full"))("a full disk is a retryable error", () => {
  const error = fromFileSystem(thrownBy(() => void writeSync(openSync("/dev/full", "w"), "x")));
  expect(error).toMatchObject({ reason: "no_space", isRetryable: true });
});

test("a missing file is not a retryable error", () => {
  const error = fromFileSystem(thrownBy(() => void openSync("/nowhere/at/all", "r")));
  expect(error).toMatchObject({ reason: "not_found", isRetryable: false });
});

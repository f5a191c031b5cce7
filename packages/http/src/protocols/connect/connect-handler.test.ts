import { closeSync, openSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { isFailedSend } from "./connect-handler.ts";

/** Error of the operating system for a failed write. */
const failedWrite = (): unknown => {
  const closed = openSync(devNull, "r");
  try {
    writeSync(closed, "x");
    return undefined;
  } catch (error) {
    return error;
  } finally {
    closeSync(closed);
  }
};

// Regression: an answer to a caller that had left was logged as an internal error where the write failed before anything else told of it.
test("an answer that could not be sent is no fault of the service", () => {
  const error = failedWrite();
  expect(error).toMatchObject({ syscall: "write" });
  expect(isFailedSend(error)).toBe(true);
  expect(isFailedSend(new ConnectError("failed", Code.Internal, undefined, undefined, error))).toBe(true);
  expect(isFailedSend(new ConnectError("a handler's own"))).toBe(false);
  expect(isFailedSend(Object.assign(new Error("no such file"), { syscall: "open" }))).toBe(false);
});

import { closeSync, openSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { isFailedSend } from "./connect-handler.ts";

/** Returns the operating system's error for a failed write. */
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

// Regression: a response to a disconnected caller was logged as an internal error if the failed write was the first
// sign of the disconnect.
test("a failed send is not a fault of the service", () => {
  const error = failedWrite();
  expect(error).toMatchObject({ syscall: "write" });
  expect(isFailedSend(error)).toBe(true);
  expect(isFailedSend(new ConnectError("failed", Code.Internal, undefined, undefined, error))).toBe(true);
  expect(isFailedSend(new ConnectError("a handler's own"))).toBe(false);
  expect(isFailedSend(Object.assign(new Error("no such file"), { syscall: "open" }))).toBe(false);
});

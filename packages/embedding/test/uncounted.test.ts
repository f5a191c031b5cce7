import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, test } from "vitest";
import type { PendingQuery } from "./counting-thread.ts";

/** Size of the vocabulary file in bytes. Token counting reads it, once per thread. */
const VOCABULARY_BYTES = 3_600_000;

// Only Linux reports the bytes that a thread reads.
describe.runIf(process.platform === "linux")("an embedder that counts no tokens", () => {
  let requested: Record<"uncounted" | "inShortCalls" | "counted", PendingQuery>;

  beforeAll(async () => {
    // Runs in a separate thread, because another test may have counted tokens in this one.
    const thread = new Worker(new URL("./counting-thread.ts", import.meta.url));
    [requested] = (await once(thread, "message")) as [typeof requested];
  });

  test("loads no vocabulary and receives the same texts", () => {
    const { uncounted, counted } = requested;
    expect(uncounted.calls).toEqual([["Geography\n\nof a river", "of a lake"], ["rivers"]]);
    expect(uncounted.bytesRead).toBeLessThan(VOCABULARY_BYTES);
    expect(counted.calls).toEqual(uncounted.calls);
    expect(counted.bytesRead).toBeGreaterThan(VOCABULARY_BYTES);
  });

  test("receives calls of a bounded size", () => {
    expect(requested.inShortCalls.calls).toEqual([["Geography\n\nof a river"], ["of a lake"], ["rivers"]]);
    expect(requested.inShortCalls.bytesRead).toBeLessThan(VOCABULARY_BYTES);
  });
});

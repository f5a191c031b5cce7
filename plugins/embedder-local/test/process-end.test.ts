import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("fixtures/embed-in-process.ts", import.meta.url));
const run = async (mode: string) => (await promisify(execFile)(process.execPath, [program, mode])).stdout;

it("a process that closes the embedder runs to its end", async () => {
  // Regression: the thread was no longer awaited when the scope closed on the response, so the process ended before its
  // last line.
  expect(await run("close")).toBe("done");
});

it("an embedder that is left open does not keep the process alive", async () => {
  expect(await run("leave-open")).toBe("done");
});

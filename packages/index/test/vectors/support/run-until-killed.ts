import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/**
 * Runs a program from this file's folder and kills it up to `mostMs` after its first line of output. Returns the
 * complete lines of output: its acknowledgements.
 */
export const runUntilKilled = async (
  program: string,
  { folder, round, mostMs }: { readonly folder: string; readonly round: number; readonly mostMs: number },
): Promise<readonly string[]> => {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [path, folder, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => (output += text));
  await once(child.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs));
  child.kill("SIGKILL");
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  // It has not exited by itself, for example because of a failure.
  expect(signal).toBe("SIGKILL");
  // The kill truncated the text after the last line end.
  return output.split("\n").slice(0, -1);
};

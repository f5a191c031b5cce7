import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTinyModel } from "../src/testing/index.ts";

const program = fileURLToPath(new URL("fixtures/run-in-process.ts", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-tiny-"));
  await writeTinyModel(folder, { kind: "embedder" });
});
afterAll(() => rm(folder, { recursive: true }));

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([
  ["closes its model", "close", null],
  ["leaves its model open", "leave-open", null],
  ["is killed", "die", "SIGKILL"],
] as const)("a process that %s ends together with its model's process", async (_, mode, signal) => {
  const child = spawn(process.execPath, [program, mode, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const modelProcess = Number(await text(child.stdout));
  expect(await ended).toEqual([signal === null ? 0 : null, signal]);
  expect(modelProcess).toBeGreaterThan(0);
  // The test's own time limit is the only deadline.
  while (isRunning(modelProcess)) await delay(20);
});

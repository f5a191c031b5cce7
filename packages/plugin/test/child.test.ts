import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { Child } from "../src/workers/index.ts";

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const open = async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const module = new URL("fixtures/parent-of-another.ts", import.meta.url);
  const child = new Child<number, object>({ module }, resolve);
  return { child, other: await promise };
};

test.skipIf(process.platform === "win32")("killing a child ends the processes it started", async () => {
  const { child, other } = await open();
  child.kill();
  expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
  expect(child.isAlive).toBe(false);
  // The test's own time limit is the only deadline.
  while (isRunning(other)) await delay(20);
});

test.skipIf(process.platform === "win32")(
  "a child that exits ends the processes it started, and the end of its output is available",
  async () => {
    const { child, other } = await open();
    child.send({});
    const end = await child.ended;
    expect(end).toMatchObject({
      code: 3,
      signal: null,
      lastWords: expect.stringMatching(/these are the last words\n$/),
    });
    expect((end as { lastWords: string }).lastWords.length).toBeLessThan(100_000);
    while (isRunning(other)) await delay(20);
  },
);

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataDirectoryLock } from "@quarry/store";
import { Effect, Layer } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = Effect.runPromise;
let directory: string;
beforeEach(() => void (directory = join(mkdtempSync(join(tmpdir(), "quarry-lock-")), "data")));
afterEach(() => rmSync(join(directory, ".."), { recursive: true }));

const withLock = <A, E>(body: Effect.Effect<A, E>) =>
  Effect.scoped(Effect.andThen(Layer.build(DataDirectoryLock.layer({ directory })), body));

test("a second lock fails with the folder and pid, and the end of the first releases the folder", async () => {
  const error = await run(withLock(Effect.flip(withLock(Effect.void))));
  expect(error).toMatchObject({ _tag: "DataDirectoryLockedError", pid: process.pid });
  expect(error.message).toBe(
    `the data folder ${directory} is in use by another process (pid ${process.pid}); ` +
      "stop it, or set SERVICE_DATA_DIR to another folder",
  );
  await run(withLock(Effect.void));
});

test("a killed process releases its lock", async () => {
  const script = `
    import { DataDirectoryLock } from "@quarry/store";
    import { Effect, Layer } from "effect";
    const lock = Layer.build(DataDirectoryLock.layer({ directory: ${JSON.stringify(directory)} }));
    await Effect.runPromise(Effect.scoped(Effect.andThen(lock, Effect.andThen(Effect.sync(() => console.log("held")),
      Effect.sleep("1 hour")))));
  `;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    cwd: new URL(".", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(await run(Effect.flip(withLock(Effect.void)))).toMatchObject({ pid: child.pid });
  child.kill("SIGKILL");
  await once(child, "exit");
  await run(withLock(Effect.void));
});

test("the error for an unusable folder names the setting", async () => {
  const lock = DataDirectoryLock.layer({ directory: "/dev/null/data" });
  const error = await run(Effect.flip(Effect.scoped(Layer.build(lock))));
  expect(error.message).toContain("can't use the data folder /dev/null/data (SERVICE_DATA_DIR)");
});

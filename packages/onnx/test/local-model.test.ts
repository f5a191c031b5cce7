import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, Fiber } from "effect";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { TINY_DIMENSION, TINY_MAX_TOKENS, writeTinyModel } from "../src/testing/index.ts";
import { type OpenModel, openModel } from "./support/tiny-local-model.ts";

let folder: string;
let open: OpenModel | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-tiny-"));
  await writeTinyModel(folder, { kind: "embedder" });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});
afterAll(() => rm(folder, { recursive: true }));

const embed = (text: string, isUrgent = false) => open!.model.run({ kind: "embed", texts: [text] }, { isUrgent });
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect);
/** Stops the process: it handles its messages only after it is resumed. */
const stop = (child = open!.children.at(-1)!) => void child.kill("SIGSTOP");
const wake = (child = open!.children.at(-1)!) => void child.kill("SIGCONT");

it("loads the model on the first call, and once for concurrent calls", async () => {
  open = await openModel(folder);
  expect(open.children).toHaveLength(0);
  const infos = await Promise.all([1, 2, 3].map(() => run(open!.model.info)));
  expect(infos).toEqual([1, 2, 3].map(() => ({ maxTokens: TINY_MAX_TOKENS })));
  expect(await run(embed("a pump"))).toHaveLength(TINY_DIMENSION);
  expect(open.children).toHaveLength(1);
});

it("fails the batch that loses its process, and runs the next one in a new process", async () => {
  open = await openModel(folder);
  const before = await run(embed("a pump"));
  stop();
  const lost = run(Effect.flip(embed("a motor")));
  open.children[0]!.kill("SIGKILL");
  expect(await lost).toMatchObject({ plugin: "tiny", reason: "unavailable", isRetryable: true });
  // Depending on the operating system, the signal or a broken pipe reveals the end first.
  expect((await lost).message).toMatch(/^the model's process ended (by SIGKILL|\(.*EPIPE|\(.*ECONNRESET|\(.*closed)/);
  expect(await run(embed("a pump"))).toEqual(before);
  expect(open.children).toHaveLength(2);
});

it("starts a new process if the old one died while idle", async () => {
  open = await openModel(folder);
  await run(open.model.info);
  open.children[0]!.kill("SIGKILL");
  await once(open.children[0]!, "close");
  expect(await run(embed("a pump"))).toHaveLength(TINY_DIMENSION);
});

it("ends a batch that hangs, and runs the next one", async () => {
  open = await openModel(folder, {}, { runTimeoutMs: 300 });
  await run(open.model.info);
  stop();
  const failure = await run(Effect.flip(embed("a pump")));
  expect(failure).toMatchObject({ reason: "limit", isRetryable: false });
  expect(failure.message).toBe("a batch took longer than 0.3 s");
  // The next batch can also take longer on a slow machine.
  expect(await run(Effect.retry(embed("a pump"), { times: 20 }))).toHaveLength(TINY_DIMENSION);
});

it("runs urgent batches first, and never runs batches that were interrupted while waiting", async () => {
  open = await openModel(folder);
  await run(open.model.info);
  const answers: string[] = [];
  open.children[0]!.on("message", () => answers.push("from the process"));
  const named = (name: string, isUrgent = false) =>
    Effect.tap(embed(name, isUrgent), () => Effect.sync(() => answers.push(name)));
  stop();
  const fibers = [named("running"), named("document"), named("interrupted"), named("query", true)].map((effect) =>
    Effect.runFork(effect),
  );
  await run(Fiber.interrupt(fibers[2]!));
  wake();
  for (const index of [0, 1, 3]) await run(Fiber.join(fibers[index]!));
  expect(answers.filter((answer) => answer !== "from the process")).toEqual(["running", "query", "document"]);
  expect(answers).toHaveLength(6);
});

it("fails running, waiting and later batches when the scope closes", async () => {
  const closing = await openModel(folder);
  open = closing;
  await run(closing.model.info);
  stop();
  const failures = [run(Effect.flip(embed("a pump"))), run(Effect.flip(embed("a motor")))];
  await closing.close();
  failures.push(run(Effect.flip(embed("a pump"))));
  open = undefined;
  for (const failure of await Promise.all(failures)) expect(failure.message).toBe("the model was closed");
});

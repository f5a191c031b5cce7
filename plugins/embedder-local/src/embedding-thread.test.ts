import { Effect, Exit, Fiber, Scope } from "effect";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmbeddingThread, type EmbeddingThreadOptions, makeEmbeddingThread } from "./embedding-thread.ts";

let scope: Scope.Closeable;
beforeEach(() => {
  scope = Scope.makeUnsafe();
});
afterEach(() => Effect.runPromise(Scope.close(scope, Exit.void)));

const open = (options: Partial<EmbeddingThreadOptions> = {}) =>
  Effect.runPromise(Scope.provide(makeEmbeddingThread({ workerMemoryMb: 256, ...options }), scope));
const documents = (texts: readonly string[]) =>
  ({ kind: "documents", model: "quarry-local-v2", texts, dimension: 64 }) as const;
const failureOf = (thread: EmbeddingThread, texts: readonly string[]) =>
  Effect.runPromise(Effect.flip(thread.run(documents(texts))));
/** Not a string: the thread throws on it and terminates. */
const deadly = [undefined] as unknown as readonly string[];

it("fails the job that kills the thread, and runs the next ones in a new thread", async () => {
  const thread = await open();
  const [failure, vectors] = await Promise.all([
    failureOf(thread, deadly),
    Effect.runPromise(thread.run(documents(["a pump", "a motor"]))),
  ]);
  expect(failure).toMatchObject({ reason: "unavailable", isRetryable: true });
  expect(failure.message).toContain("the embedding thread ended");
  expect(vectors).toHaveLength(2 * 64);
});

it("ends a job that exceeds the time limit, and runs the next one", async () => {
  const thread = await open({ jobTimeoutMs: 1000 });
  // A fast machine hashes some 100,000 distinct words within the limit; this is sixty times as many.
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index.toString(36)}`).join(" ");
  const long = Array.from({ length: 60 }, () => words);
  expect(await failureOf(thread, long)).toMatchObject({ reason: "limit", isRetryable: false });
  // Retried, because the new thread's first job can time out on a slow machine.
  const next = Effect.retry(thread.run(documents(["a pump"])), { times: 20 });
  expect(await Effect.runPromise(next)).toHaveLength(64);
});

it("fails a job that exceeds the thread's memory, and runs the next one", async () => {
  const thread = await open({ workerMemoryMb: 64 });
  const many = Array.from({ length: 3_000_000 }, (_, index) => `w${index.toString(36)}`).join(" ");
  expect(await failureOf(thread, [many])).toMatchObject({ reason: "unavailable" });
  expect(await Effect.runPromise(thread.run(documents(["a pump"])))).toHaveLength(64);
});

it("never runs a job that was interrupted while queued", async () => {
  let threads = 0;
  const countThread = () => threads++;
  process.on("worker", countThread);
  const thread = await open();
  const first = Effect.runFork(thread.run(documents(["water ".repeat(100_000)])));
  const waiting = Effect.runFork(thread.run(documents(deadly)));
  await new Promise((resolve) => setImmediate(resolve));
  await Effect.runPromise(Fiber.interrupt(waiting));
  await Effect.runPromise(Fiber.join(first));
  await Effect.runPromise(thread.run(documents(["a pump"])));
  process.off("worker", countThread);
  // If the deadly job had been executed, its thread would have needed a successor.
  expect(threads).toBe(1);
});

it("fails running, queued and later jobs when the scope closes", async () => {
  const thread = await open();
  const running = failureOf(thread, ["water ".repeat(1_000_000)]);
  const waiting = failureOf(thread, ["a pump"]);
  await new Promise((resolve) => setImmediate(resolve));
  await Effect.runPromise(Scope.close(scope, Exit.void));
  for (const failure of [await running, await waiting, await failureOf(thread, ["a pump"])])
    expect(failure).toMatchObject({ reason: "unavailable" });
});

it("ends a job that was interrupted while running, and runs the next one in the same thread", async () => {
  let threads = 0;
  const countThread = () => threads++;
  process.on("worker", countThread);
  const thread = await open();
  await Effect.runPromise(thread.run(documents(["a pump"])));
  // Hours of work: a job queued behind it would never complete.
  const long = Array.from({ length: 200_000 }, () => "water ".repeat(20)).concat(["the end"]);
  const running = Effect.runFork(thread.run(documents(long)));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await Effect.runPromise(Fiber.interrupt(running));
  expect(await Effect.runPromise(thread.run(documents(["a motor"])))).toHaveLength(64);
  process.off("worker", countThread);
  expect(threads).toBe(1);
});

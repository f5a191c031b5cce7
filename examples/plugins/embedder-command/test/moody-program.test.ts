import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { EmbedderV1, PluginError } from "@quarry/plugin";
import { Effect, Exit, Fiber, Schema, Scope } from "effect";
import { afterEach, expect, test, vi } from "vitest";
import plugin from "../src/index.ts";

const program = fileURLToPath(new URL("programs/moody.mjs", import.meta.url));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closers.splice(0).map((close) => close()));
});

const open = async (more: Readonly<Record<string, unknown>> = {}, ...args: readonly string[]) => {
  const log: { readonly message: string; readonly line?: unknown }[] = [];
  const settings = Schema.decodeUnknownSync(plugin.settings)({
    command: [process.execPath, program, ...args],
    models: [{ name: "moods", dimension: 2 }],
    ...more,
  });
  const scope = Scope.makeUnsafe();
  const context = {
    dataDirectory: "",
    log: (_: string, message: string, fields: object = {}) => void log.push({ message, ...fields }),
  };
  const embedder = await Effect.runPromise(Scope.provide(plugin.make(settings, context), scope));
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void));
  closers.push(close);
  return { embedder, log, close };
};

const embed = (embedder: EmbedderV1, text: string) =>
  embedder.embed({ model: "moods", dimension: 2, inputType: "document", texts: [text] });
const vectors = async (embedder: EmbedderV1, text = "anything") =>
  (await Effect.runPromise(embed(embedder, text))).vectors.map((vector) => [...vector]);
const failure = (embedder: EmbedderV1, text: string): Promise<PluginError> =>
  Effect.runPromise(Effect.flip(embed(embedder, text)));

const UNIT = [[Math.fround(0.6), Math.fround(0.8)]];

test("other output of the program is logged and ignored; vectors are normalized to unit length", async () => {
  const { embedder, log } = await open();
  expect(await vectors(embedder, "chatty")).toEqual(UNIT);
  // Output in addition to the responses arrives through another pipe, before or after them.
  await vi.waitFor(() => {
    const lines = log.map(({ line }) => line);
    expect(lines).toEqual(expect.arrayContaining(["asked for chatty", "Loading weights: 100%", '{"progress": 1}']));
  });
});

test("a program that dies fails its batch as retryable, with its last output, and is restarted", async () => {
  const { embedder } = await open();
  for (let round = 0; round < 3; round += 1) {
    expect(await vectors(embedder)).toEqual(UNIT);
    const error = await failure(embedder, "crash");
    expect(error).toMatchObject({ reason: "unavailable", isRetryable: true });
    expect(error.message).toContain("ended with code 7; it last said: asked for crash");
  }
  expect(await vectors(embedder)).toEqual(UNIT);
});

test("batches that wait while the program dies are processed by its successor", async () => {
  const { embedder } = await open();
  await vectors(embedder);
  const texts = ["a", "crash", "b", "c"];
  const outcomes = await Promise.allSettled(texts.map((text) => vectors(embedder, text)));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});

test("a program that exceeds the time limit of a batch is ended and restarted", async () => {
  const { embedder } = await open({ timeoutSeconds: 1 });
  await vectors(embedder);
  const error = await failure(embedder, "hang");
  expect(error).toMatchObject({ reason: "unavailable" });
  expect(error.message).toContain("setting timeoutSeconds");
  expect(await vectors(embedder)).toEqual(UNIT);
});

test("a batch aborted before its turn is never sent, and one aborted in its turn doesn't block the next", async () => {
  const { embedder, log } = await open({ timeoutSeconds: 1 });
  await vectors(embedder);
  const hanging = Effect.runFork(embed(embedder, "hang"));
  const waiting = Effect.runFork(embed(embedder, "given up"));
  await Effect.runPromise(Fiber.interrupt(waiting));
  await Effect.runPromise(Fiber.interrupt(hanging));
  while ((await Effect.runPromise(Effect.exit(embed(embedder, "anything"))))._tag === "Failure") await sleep(50);
  expect(log.map(({ line }) => line)).not.toContain("asked for given up");
});

test("a program that never starts is not restarted repeatedly; calls fail at once with the reason and a retry time", async () => {
  const { embedder, log } = await open({}, "never-starts");
  for (let call = 0; call < 20; call += 1) {
    const error = await failure(embedder, "anything");
    expect(error).toMatchObject({ reason: "unavailable" });
    expect(error.message).toContain("no model at /models/none");
  }
  const last = await failure(embedder, "anything");
  expect(last.retryAfterSeconds).toBeGreaterThan(0);
  expect(await Effect.runPromise(Effect.flip(embedder.health))).toMatchObject({ reason: "unavailable" });
  expect(log.filter(({ message }) => message.startsWith("the program has ended")).length).toBeLessThan(4);
});

test("a missing program and one that is never ready are reported with the setting to change", async () => {
  const missing = await open({ command: ["/nowhere/embed"] });
  expect((await failure(missing.embedder, "a")).message).toContain("setting command");
  const silent = await open({ startSeconds: 1 }, "never-ready");
  expect(await Effect.runPromise(Effect.flip(silent.embedder.health))).toMatchObject({ reason: "unavailable" });
  expect((await failure(silent.embedder, "a")).message).toContain("setting startSeconds");
});

test("rejected input and wrong output are reported with different reasons", async () => {
  const { embedder } = await open();
  expect(await failure(embedder, "refuse")).toMatchObject({ reason: "invalid", isRetryable: false });
  expect(await failure(embedder, "rude")).toMatchObject({ reason: "internal" });
  for (const text of ["short", "empty"]) {
    expect(await failure(embedder, text)).toMatchObject({ reason: "incompatible", isRetryable: false });
  }
  expect(await vectors(embedder)).toEqual(UNIT);
});

test("arguments bypass the shell, and only the configured environment variables are passed on", async () => {
  vi.stubEnv("SERVICE_API_SECRET", "not for programs");
  const argument = "$(touch /tmp/x); `id` *";
  const { embedder } = await open({ environment: { MODEL_KEY: "k" } }, argument);
  expect((await failure(embedder, "arguments")).message).toContain(JSON.stringify([argument]));
  const { message } = await failure(embedder, "environment");
  expect(message).toContain("MODEL_KEY");
  expect(message).toContain("PATH");
  expect(message).not.toContain("SERVICE_API_SECRET");
});

test("closing ends a program that ignores the end of its input and signals", async () => {
  const { embedder, close } = await open({}, "ignores-the-end");
  await vectors(embedder);
  const hanging = Effect.runPromise(Effect.flip(embed(embedder, "hang")));
  await close();
  expect(await hanging).toMatchObject({ reason: "unavailable" });
  expect(await failure(embedder, "a")).toMatchObject({ reason: "unavailable" });
});

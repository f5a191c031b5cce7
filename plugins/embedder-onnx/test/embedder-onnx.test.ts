import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TINY_DIMENSION, TINY_MAX_TOKENS, writeTinyModel } from "@quarry/onnx/testing";
import type { EmbedderV1, EmbedInputType } from "@quarry/plugin";
import { Effect, Exit, Fiber, Schema, Scope } from "effect";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import embedderOnnx from "../src/index.ts";

let root: string;
let folder: string;
let scope: Scope.Closeable;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "quarry-embedder-onnx-"));
  folder = join(root, "tiny");
  await writeTinyModel(folder, { kind: "embedder" });
  await writeTinyModel(folder, { kind: "embedder", file: "onnx/model_quantized.onnx", seed: 2 });
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(() => {
  scope = Scope.makeUnsafe();
});
afterEach(() => Effect.runPromise(Scope.close(scope, Exit.void)));

const decode = Schema.decodeUnknownSync(embedderOnnx.settings);
const open = (settings: object = {}): Promise<EmbedderV1> => {
  const decoded = decode({ model: folder, dimension: TINY_DIMENSION, ...settings });
  const made = embedderOnnx.make(decoded, { dataDirectory: join(root, "data"), log: () => {} });
  return Effect.runPromise(Scope.provide(made, scope));
};
const request = (texts: readonly string[], inputType: EmbedInputType = "document") =>
  ({ model: "tiny", dimension: TINY_DIMENSION, inputType, texts }) as const;
const embed = async (embedder: EmbedderV1, ...args: Parameters<typeof request>) =>
  (await Effect.runPromise(embedder.embed(request(...args)))).vectors;
const distance = (left: Float32Array, right: Float32Array) => Math.hypot(...left.map((x, i) => x - right[i]!));

/** Passes `use` the list of processes that are started while it runs. */
async function watchProcesses(use: (children: readonly ChildProcess[]) => Promise<void>): Promise<void> {
  const children: ChildProcess[] = [];
  const onProcess = (message: unknown) => void children.push((message as { readonly process: ChildProcess }).process);
  subscribe("child_process", onProcess);
  await use(children).finally(() => unsubscribe("child_process", onProcess));
}

it("capabilitiesFor declares the model from the settings", () => {
  const settings = decode({ model: "someone/small-model", dimension: 384, dtype: "q8" });
  expect(embedderOnnx.capabilitiesFor?.(settings).models).toMatchObject([
    { name: "someone/small-model", dimension: 384, description: expect.stringContaining("q8 weights") },
  ]);
  const named = decode({ model: folder, modelName: "mine", dimension: 384 });
  expect(embedderOnnx.capabilitiesFor?.(named).models[0]?.name).toBe("mine");
});

it("a text of any length gets the same vector alone and in a batch", async () => {
  const texts = Array.from({ length: 40 }, (_, index) => `pump ${"water stone ".repeat((index * 7) % 40)} ${index}`);
  const together = await embed(await open({ batchSize: 7 }), texts);
  const alone = await open({ batchSize: 1 });
  for (const [index, text] of texts.entries()) {
    const [vector] = await embed(alone, [text]);
    expect(distance(vector!, together[index]!)).toBeLessThan(1e-4);
  }
});

it("prefixes are added to queries and documents", async () => {
  const prefixed = await open({ queryPrefix: "query: ", documentPrefix: "passage: " });
  const plain = await open();
  expect(await embed(prefixed, ["a pump"], "query")).toEqual(await embed(plain, ["query: a pump"]));
  expect(await embed(prefixed, ["a pump"], "document")).toEqual(await embed(plain, ["passage: a pump"]));
});

it("a text is truncated to the model's token limit, start and end tokens included", async () => {
  const embedder = await open();
  // Leaves room for the start and the end token.
  const full = "pump ".repeat(TINY_MAX_TOKENS - 2);
  const [cut, whole, shorter] = await embed(embedder, [`${full} glacier glacier`, full, `${full.slice(5)} glacier`]);
  expect(cut).toEqual(whole);
  expect(shorter).not.toEqual(whole);
});

it("maxTokens lowers the token limit, but does not raise it above the model's", async () => {
  const few = await open({ maxTokens: 8 });
  const six = "pump ".repeat(6);
  expect(await embed(few, [`${six} glacier`])).toEqual(await embed(few, [six]));
  const many = await open({ maxTokens: 5000 });
  expect(await embed(many, ["pump ".repeat(5000)])).toHaveLength(1);
});

it("the settings select the weights and the pooling", async () => {
  const text = ["pump glacier orchestra"];
  const vectors = [];
  for (const settings of [{}, { dtype: "q8" }, { pooling: "cls" }, { pooling: "last" }])
    vectors.push((await embed(await open(settings), text))[0]!);
  const [mean, quantized, cls, last] = vectors as [Float32Array, Float32Array, Float32Array, Float32Array];
  for (const other of [quantized, cls, last]) expect(distance(mean, other)).toBeGreaterThan(0.1);
  // A token's vector depends only on the token, and every text starts and ends with the same token.
  const embedder = await open({ pooling: "cls" });
  expect(distance((await embed(embedder, ["another text"]))[0]!, cls)).toBeLessThan(1e-4);
});

it("an interrupted call computes no further batches", async () => {
  await watchProcesses(async (children) => {
    const embedder = await open({ batchSize: 1 });
    await Effect.runPromise(embedder.health);
    const child = children[0]!;
    let batches = 0;
    child.on("message", () => batches++);
    child.kill("SIGSTOP");
    const long = Effect.runFork(embedder.embed(request(Array.from({ length: 8 }, (_, index) => `number ${index}`))));
    // Its first batch has been sent by then.
    await new Promise((resolve) => setImmediate(resolve));
    await Effect.runPromise(Fiber.interrupt(long));
    child.kill("SIGCONT");
    await embed(embedder, ["a pump"]);
    expect(batches).toBeLessThanOrEqual(2);
    expect(children).toHaveLength(1);
  });
});

it("a dimension other than the model's is rejected; the error names both", async () => {
  const call = (await open()).embed({ ...request(["a pump"]), dimension: 384 });
  expect(await Effect.runPromise(Effect.flip(call))).toMatchObject({
    reason: "invalid",
    message: `dimension is 384; the vectors of tiny have ${TINY_DIMENSION} numbers`,
  });
});

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Effect } from "effect";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TINY_DIMENSION, writeTinyModel } from "../src/testing/index.ts";
import { embedTask, loadFailureOf, openModel } from "./support/tiny-local-model.ts";

let root: string;
const at = (name: string) => join(root, name);
const score = { task: { kind: "score" } } as const;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "quarry-models-"));
  for (const kind of ["embedder", "reranker", "classifier"] as const) await writeTinyModel(at(kind), { kind });
});
afterAll(() => rm(root, { recursive: true }));

it("reports how to install the package that runs models", async () => {
  // A copy of the sources in a folder where no package can be resolved.
  await cp(fileURLToPath(new URL("../src", import.meta.url)), at("elsewhere"), { recursive: true });
  const failure = await loadFailureOf(at("embedder"), {}, { childFile: join(at("elsewhere"), "child", "main.ts") });
  expect(failure).toMatchObject({ plugin: "tiny", reason: "incompatible", isRetryable: false });
  expect(failure.message).toBe(
    'the package @huggingface/transformers is not installed: run "npm install @huggingface/transformers@4" in the folder of the service',
  );
});

it("names a folder that does not exist", async () => {
  const failure = await loadFailureOf(at("none"));
  expect(failure).toMatchObject({ reason: "not_found", message: `the model's folder ${at("none")} does not exist` });
});

it("names the files that are missing from a folder", async () => {
  await mkdir(at("empty"));
  await writeFile(join(at("empty"), "config.json"), "{}");
  const failure = await loadFailureOf(at("empty"));
  expect(failure).toMatchObject({ reason: "not_found" });
  expect(failure.message).toBe(
    `the model's folder ${at("empty")} has no tokenizer.json and no tokenizer_config.json and no onnx/model.onnx (for dtype fp32)`,
  );
});

it("names the available variants if the configured one is missing", async () => {
  const failure = await loadFailureOf(at("embedder"), { dtype: "q4" });
  expect(failure.message).toBe(
    `the model's folder ${at("embedder")} has no onnx/model_q4.onnx (for dtype q4); it has onnx/model.onnx`,
  );
});

it("rejects a hub id while downloads are not allowed", async () => {
  const failure = await loadFailureOf("someone/a-model");
  expect(failure).toMatchObject({ reason: "not_found" });
  expect(failure.message).toContain('model is "someone/a-model", an id on the hub, but nothing may be downloaded');
});

it.each([
  [
    "a reranker as an embedder",
    "reranker",
    {},
    /is not an embedding model: it returns logits and not last_hidden_state/,
  ],
  ["an embedder as a reranker", "embedder", score, /is not a reranker: it returns .* and not logits/],
  ["a classifier as a reranker", "classifier", score, /returns 3 numbers per passage, a reranker returns one/],
  [
    "an embedder of another dimension",
    "embedder",
    { task: { ...embedTask, dimension: 384 } },
    new RegExp(`dimension is 384 in the settings, but the vectors of .* have ${TINY_DIMENSION} numbers`),
  ],
])("rejects %s", async (_, folder, settings, message) => {
  const failure = await loadFailureOf(at(folder), settings);
  expect(failure.reason).toBe("incompatible");
  expect(failure.message).toMatch(message);
});

it("loads again with the next call, so that an added file is found", async () => {
  const folder = at("late");
  const { model, close } = await openModel(folder);
  expect(await Effect.runPromise(Effect.flip(model.info))).toMatchObject({ reason: "not_found" });
  await writeTinyModel(folder, { kind: "embedder" });
  expect(await Effect.runPromise(model.info)).toHaveProperty("maxTokens");
  await close();
});

it("fails, and does not hang, on a file that is not ONNX", async () => {
  await writeTinyModel(at("broken"), { kind: "embedder" });
  await writeFile(join(at("broken"), "onnx", "model.onnx"), "not a model");
  expect((await loadFailureOf(at("broken"))).message).toMatch(/^the model can't be run: .*protobuf/i);
});

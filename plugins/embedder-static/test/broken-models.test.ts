import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, Exit, Scope } from "effect";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmbedder } from "./support/open-embedder.ts";
import { DIMENSION, safetensorsFile, table, writeStaticModel } from "./support/static-model-file.ts";

let folder: string;
let weights: string;
let tokenizer: string;
let tokens: readonly string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-broken-model-"));
  weights = join(folder, "model.safetensors");
  tokenizer = join(folder, "tokenizer.json");
  tokens = await writeStaticModel(folder);
});
afterEach(() => rm(folder, { recursive: true }));

/** Returns the embedder's error for the folder in its current state. */
const failure = async (settings: object = {}) => {
  const scope = Scope.makeUnsafe();
  try {
    const embedder = await openEmbedder(scope, folder, settings);
    const { reason, message, isRetryable } = await Effect.runPromise(Effect.flip(embedder.health));
    expect(isRetryable).toBe(false);
    return { reason, message: message.replaceAll(folder, "FOLDER") };
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void));
  }
};

const header = (text: string, length = BigInt(text.length)): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(length);
  return Buffer.concat([bytes, Buffer.from(text)]);
};

it("the error names a missing file", async () => {
  await rm(tokenizer);
  expect(await failure()).toEqual({ reason: "not_found", message: "the model's folder FOLDER has no tokenizer.json" });
});

it("a header length of 10 GB is rejected", async () => {
  await writeFile(weights, header("{}", 10_000_000_000n));
  expect(await failure()).toEqual({
    reason: "incompatible",
    message:
      "FOLDER/model.safetensors is not a safetensors file: its header would have 10000000000 bytes; it may have 1048576, and the file has 10",
  });
});

it.each([
  ["an empty file", Buffer.alloc(0), "it has 0 bytes, and the length of its header alone has 8"],
  ["a header that is not JSON", header("{{{{"), "its header is not JSON"],
  [
    "a Git LFS pointer instead of the file",
    Buffer.from("version https://git-lfs.github.com/spec/v1\n"),
    "its header would have",
  ],
  [
    "another type of numbers",
    header(JSON.stringify({ embeddings: { dtype: "F8_E4M3", shape: [1, 1], data_offsets: [0, 1] } })),
    '"embeddings" has numbers of type "F8_E4M3"; known are F64, F32, F16, I8, I32, I64',
  ],
  [
    "no shape",
    header(JSON.stringify({ embeddings: { dtype: "F32", shape: [-1, 32], data_offsets: [0, 1] } })),
    '"embeddings" has no shape: [-1,32]',
  ],
  [
    "an array outside of the file",
    header(JSON.stringify({ embeddings: { dtype: "F32", shape: [2, 32], data_offsets: [0, 256] } })),
    '"embeddings" would lie at [0,256] of 0 bytes, and has 256 (is the file cut off?)',
  ],
])("the safetensors file is rejected: %s", async (_, bytes, what) => {
  await writeFile(weights, bytes);
  const { reason, message } = await failure();
  expect(reason).toBe("incompatible");
  expect(message).toContain(`FOLDER/model.safetensors is not a safetensors file: ${what}`);
});

it("a table of more than 2 GB is rejected", async () => {
  const size = 3_000_000_000;
  const described = { embeddings: { dtype: "I8", shape: [size / DIMENSION, DIMENSION], data_offsets: [0, size] } };
  await writeFile(weights, header(JSON.stringify(described)));
  await truncate(weights, size + 1_000);
  expect(await failure()).toEqual({
    reason: "limit",
    message: 'FOLDER/model.safetensors: "embeddings" has 3000000000 bytes; it may have 2147483648',
  });
});

it("a truncated file is reported", async () => {
  const { length } = await readFile(weights);
  await truncate(weights, length - 1);
  expect((await failure()).message).toContain("is the file cut off?");
});

it.each([
  [
    "no table",
    () => ({ other: table(tokens) }),
    'FOLDER/model.safetensors has no array "embeddings" or "embedding.weight"',
  ],
  [
    "a table of integers",
    () => ({ embeddings: { ...table(tokens), dtype: "I32" } }),
    "FOLDER/model.safetensors: the table has numbers of type I32; it may have F64, F32, F16, I8",
  ],
  [
    "a one-dimensional table",
    () => ({ embeddings: { ...table(tokens), shape: [tokens.length * DIMENSION] } }),
    "the table has the shape",
  ],
  [
    "tokens without a row in the table",
    () => ({ embeddings: table(tokens.slice(0, -3)) }),
    /^FOLDER\/tokenizer\.json has tokens up to the id \d+, but the table in FOLDER\/model\.safetensors ends with row \d+$/,
  ],
  [
    "a mapping to missing rows",
    () => ({
      embeddings: table(tokens),
      mapping: { dtype: "I32", shape: [tokens.length], bytes: new Int32Array(tokens.length).fill(9_999) },
    }),
    `"mapping" names the row 9999 of a table of`,
  ],
  [
    "too few weights",
    () => ({ embeddings: table(tokens), weights: { dtype: "F32", shape: [1], bytes: Float32Array.of(1) } }),
    '"weights" has 1 numbers for',
  ],
  [
    "a NaN value",
    () => {
      const whole = table(tokens);
      (whole.bytes as Float32Array)[40] = Number.NaN;
      return { embeddings: whole };
    },
    "FOLDER/model.safetensors: the table has NaN at place 40",
  ],
])("the tensors are rejected: %s", async (_, tensors, what) => {
  await writeFile(weights, safetensorsFile(tensors()));
  const { reason, message } = await failure();
  expect(reason).toBe("incompatible");
  if (typeof what === "string") expect(message).toContain(what);
  else expect(message).toMatch(what);
});

it("a dimension other than the model's is rejected", async () => {
  expect(await failure({ dimension: 384 })).toEqual({
    reason: "incompatible",
    message: `dimension is 384, but the vectors in FOLDER/model.safetensors have ${DIMENSION} numbers`,
  });
});

it.each([
  "",
  "{}",
  "[]",
  '{"model":{"type":"Nonsense","vocab":{}}}',
  '{"model":{"type":"WordPiece","vocab":{"a":-1}}}',
])("an invalid tokenizer is rejected: %s", async (text) => {
  await writeFile(tokenizer, text);
  const { reason, message } = await failure();
  expect(reason).toBe("incompatible");
  expect(message).toContain("FOLDER/tokenizer.json is not a readable tokenizer: ");
});

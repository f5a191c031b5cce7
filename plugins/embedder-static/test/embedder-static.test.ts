import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Exit, Effect, Scope } from "effect";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmbedder, vectorsOf } from "./support/open-embedder.ts";
import { DIMENSION, table, tableOf, writeStaticModel } from "./support/static-model-file.ts";

let folder: string;
let scope: Scope.Closeable;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-static-"));
  scope = Scope.makeUnsafe();
});
afterEach(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void));
  await rm(folder, { recursive: true });
});

const TEXTS = ["pump", "the glacier moves downhill", "xyz and 7!", "Invoices, payable"];

/** Returns the mean of rows of the table, with unit length. */
const meanOf = (tokens: readonly string[], words: readonly string[]): number[] => {
  const values = tableOf(tokens);
  const rows = words.map((word) => tokens.indexOf(word) * DIMENSION);
  const sums = Array.from({ length: DIMENSION }, (_, index) =>
    rows.reduce((sum, row) => sum + values[row + index]!, 0),
  );
  const length = Math.hypot(...sums);
  return sums.map((sum) => sum / length);
};

const expectSame = (left: Iterable<number> | undefined, right: Iterable<number>) => {
  const expected = [...right];
  expect([...left!].map((value, index) => Math.abs(value - expected[index]!) < 1e-6)).toEqual(expected.map(() => true));
};

it("a text's vector is the mean of its token vectors, subword tokens included", async () => {
  const tokens = await writeStaticModel(folder);
  const [words, pieces] = await vectorsOf(await openEmbedder(scope, folder), ["Pump, motor", "xy"]);
  expectSame(words, meanOf(tokens, ["pump", ",", "motor"]));
  expectSame(pieces, meanOf(tokens, ["x", "##y"]));
});

it("unknown tokens are ignored; a text of unknown tokens only has a zero vector", async () => {
  await writeStaticModel(folder);
  const [alone, among, unknown] = await vectorsOf(await openEmbedder(scope, folder), ["pump", "☃ pump ☃", "☃"]);
  expect(among).toEqual(alone);
  expect(unknown).toEqual(new Float32Array(DIMENSION));
});

/** The model's table, times 8, in other number types. Each can represent it exactly. */
const OTHER_TYPES: Readonly<Record<string, (values: Float32Array) => ArrayBufferView>> = {
  F64: (values) => Float64Array.from(values, (value) => value * 8),
  I8: (values) => Int8Array.from(values, (value) => value * 8),
  // The bit patterns of 8 and of 1, with the sign.
  F16: (values) =>
    Uint16Array.from(values, (value) => (value < 0 ? 0x8000 : 0) | (Math.abs(value) === 1 ? 0x4800 : 0x3c00)),
};

it.each(Object.keys(OTHER_TYPES))("reads tables of %s", async (dtype) => {
  await writeStaticModel(folder);
  const expected = await vectorsOf(await openEmbedder(scope, folder), TEXTS);
  await writeStaticModel(folder, (tokens) => ({
    embeddings: { ...table(tokens), dtype, bytes: OTHER_TYPES[dtype]!(tableOf(tokens)) },
  }));
  const found = await vectorsOf(await openEmbedder(scope, folder), TEXTS);
  for (const [index, vector] of found.entries()) expectSame(vector, expected[index]!);
});

it("the model's token weights and row mapping are applied", async () => {
  const tokens = await writeStaticModel(folder, (all) => {
    const { length } = all;
    const weights = Float32Array.from(all, (token) => (token === "glacier" ? 0 : 2));
    const rows = BigInt64Array.from(all, (_, id) => BigInt(length - 1 - id));
    return {
      embeddings: table(all),
      weights: { dtype: "F32", shape: [length], bytes: weights },
      mapping: { dtype: "I64", shape: [length], bytes: rows },
    };
  });
  const rowOf = (word: string) => tokens.at(-1 - tokens.indexOf(word))!;
  const [words] = await vectorsOf(await openEmbedder(scope, folder), ["pump glacier motor"]);
  expectSame(words, meanOf(tokens, [rowOf("pump"), rowOf("motor")]));
});

it("a model in the sentence-transformers folder layout is found", async () => {
  await writeStaticModel(folder, (tokens) => ({ "embedding.weight": table(tokens) }));
  const expected = await vectorsOf(await openEmbedder(scope, folder), TEXTS);
  const module = join(folder, "0_StaticEmbedding");
  await mkdir(module);
  for (const file of ["model.safetensors", "tokenizer.json"]) await rename(join(folder, file), join(module, file));
  expect(await vectorsOf(await openEmbedder(scope, folder), TEXTS)).toEqual(expected);
});

it("a model that is added after a failed health check is loaded", async () => {
  const embedder = await openEmbedder(scope, join(folder, "later"));
  expect(await Effect.runPromise(Effect.flip(embedder.health))).toMatchObject({ reason: "not_found" });
  await writeStaticModel(join(folder, "later"));
  await Effect.runPromise(embedder.health);
  expect(await vectorsOf(embedder, TEXTS)).toHaveLength(TEXTS.length);
});

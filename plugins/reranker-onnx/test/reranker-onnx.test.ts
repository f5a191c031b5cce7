import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TINY_MAX_TOKENS, writeTinyModel } from "@quarry/onnx/testing";
import type { RerankerV1 } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import rerankerOnnx from "../src/index.ts";

let root: string;
let folder: string;
let scope: Scope.Closeable;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "quarry-reranker-onnx-"));
  folder = join(root, "tiny");
  await writeTinyModel(folder, { kind: "reranker" });
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(() => {
  scope = Scope.makeUnsafe();
});
afterEach(() => Effect.runPromise(Scope.close(scope, Exit.void)));

const decode = Schema.decodeUnknownSync(rerankerOnnx.settings);
const open = (settings: object = {}): Promise<RerankerV1> => {
  const made = rerankerOnnx.make(decode({ model: folder, ...settings }), {
    dataDirectory: join(root, "data"),
    log: () => {},
  });
  return Effect.runPromise(Scope.provide(made, scope));
};
const rerank = (reranker: RerankerV1, query: string, passages: readonly string[]) =>
  Effect.runPromise(reranker.rerank({ model: "tiny", query, passages }));
/** Tokens to which the tiny model assigns no weight. */
const filler = (tokens: number) => "x ".repeat(tokens);

it("capabilitiesFor declares the model and the passage limit from the settings", () => {
  const capabilities = rerankerOnnx.capabilitiesFor?.(decode({ model: folder, maxPassages: 20 }));
  expect(capabilities).toEqual({ models: ["tiny"], credential: "none", maxPassages: 20 });
});

it("a score is the sigmoid of the model's logit", async () => {
  // The tiny model's logit is about the number of shared words, less 2.
  const [none, one] = await rerank(await open(), "warranty", ["zzz", "warranty"]);
  expect(none).toBeCloseTo(1 / (1 + Math.exp(2)), 4);
  expect(one).toBeCloseTo(1 / (1 + Math.exp(1)), 4);
});

it("a passage of any length gets the same score alone and in a batch", async () => {
  const passages = Array.from(
    { length: 30 },
    (_, index) => `${filler((index * 7) % 40)}${index % 2 ? "pump" : "river"}`,
  );
  const together = await rerank(await open({ batchSize: 4 }), "the pump", passages);
  const alone = await open();
  for (const [index, passage] of passages.entries())
    expect((await rerank(alone, "the pump", [passage]))[0]).toBeCloseTo(together[index]!, 4);
});

it("a passage that is too long is truncated at its end, and the query remains whole", async () => {
  const reranker = await open();
  // Three tokens surround query and passage, and the query has two.
  const capacity = TINY_MAX_TOKENS - 5;
  const [inside, beyond, without] = await rerank(reranker, "warranty pump", [
    `${filler(capacity - 1)} pump`,
    `${filler(capacity)} pump`,
    filler(capacity),
  ]);
  expect(inside).toBeGreaterThan(without! + 0.1);
  expect(beyond).toBeCloseTo(without!, 4);
});

it("a query that is too long leaves half of the tokens to the passage", async () => {
  const reranker = await open();
  const query = `pump ${filler(5 * TINY_MAX_TOKENS)}`;
  const half = Math.floor((TINY_MAX_TOKENS - 3) / 2);
  const [found, without] = await rerank(reranker, query, [`${filler(half - 1)} pump`, filler(half)]);
  expect(found).toBeGreaterThan(without! + 0.1);
});

it("a query of more than half of the tokens remains whole next to a passage that fits", async () => {
  const query = `${filler(TINY_MAX_TOKENS - 10)} pump`;
  const [found, without] = await rerank(await open(), query, ["pump", "motor"]);
  expect(found).toBeGreaterThan(without! + 0.1);
});

it("more passages than maxPassages are rejected", async () => {
  const reranker = await open({ maxPassages: 3 });
  const call = reranker.rerank({ model: "tiny", query: "pump", passages: ["a", "b", "c", "d"] });
  expect(await Effect.runPromise(Effect.flip(call))).toMatchObject({
    reason: "invalid",
    message: "passages has 4 entries; a call has 1 to 3",
  });
});

import { type EmbedRequest, PluginError } from "@quarry/plugin";
import type { SearchTarget } from "@quarry/search";
import { Effect, Redacted } from "effect";
import { expect, test } from "vitest";
import { SharedEmbeddings } from "./shared-embedder.ts";

/** An embedder that counts: what is paid for is the number of its calls. */
const countingEmbedder = (failures = 0) => {
  const calls: EmbedRequest[] = [];
  const service = {
    health: Effect.void,
    embed: (request: EmbedRequest) =>
      Effect.gen(function* () {
        calls.push(request);
        const isFailing = calls.length <= failures;
        yield* Effect.sleep(5);
        if (isFailing) return yield* new PluginError({ plugin: "counting", reason: "unavailable", message: "away" });
        return { vectors: request.texts.map((text) => Float32Array.of(text.length, 1)) };
      }),
  };
  return { calls, service };
};

const targetOf = (
  service: SearchTarget["embedder"]["service"],
  collectionId: string,
  usesTermStatistics = false,
): SearchTarget =>
  ({
    collectionId,
    embedder: { service, capabilities: { usesTermStatistics, maxBatchTexts: 3, maxBatchTokens: 40 } },
  }) as SearchTarget;

const request = (text: string, over: Partial<EmbedRequest> = {}): EmbedRequest => ({
  model: "m",
  dimension: 2,
  inputType: "query",
  texts: [text],
  ...over,
});

const embedAll = (targets: readonly SearchTarget[], requests: readonly EmbedRequest[]) =>
  Effect.runPromise(
    Effect.forEach(
      targets.flatMap((target) => requests.map((asked) => [target, asked] as const)),
      ([target, asked]) => target.embedder.service.embed(asked),
      { concurrency: "unbounded" },
    ),
  );

test("one text is embedded once for all collections, also at the same time", async () => {
  const { calls, service } = countingEmbedder();
  const shared = new SharedEmbeddings();
  const targets = ["a", "b", "c"].map((id) => shared.over(targetOf(service, id)));
  const results = await embedAll(targets, [request("one"), request("three")]);
  // And both in one call.
  expect(calls.map(({ texts }) => texts)).toEqual([["one", "three"]]);
  expect(results.map(({ vectors }) => vectors[0]![0])).toEqual([3, 5, 3, 5, 3, 5]);
});

test("another model, dimension, key or embedder has another vector", async () => {
  const { calls, service } = countingEmbedder();
  const shared = new SharedEmbeddings();
  const requests = [
    request("one"),
    request("one", { model: "n" }),
    request("one", { dimension: 3 }),
    request("one", { credential: Redacted.make("k1") }),
    request("one", { credential: Redacted.make("k2") }),
  ];
  await embedAll([shared.over(targetOf(service, "a")), shared.over(targetOf(service, "b"))], requests);
  expect(calls).toHaveLength(5);
  const other = countingEmbedder();
  await embedAll([shared.over(targetOf(other.service, "a"))], [request("one")]);
  expect(other.calls).toHaveLength(1);
});

test("with term statistics each collection has its own vector", async () => {
  const { calls, service } = countingEmbedder();
  const shared = new SharedEmbeddings();
  const targets = ["a", "b", "a"].map((id) => shared.over(targetOf(service, id, true)));
  await embedAll(targets, [request("one")]);
  expect(calls).toHaveLength(2);
});

test("a failure is not remembered", async () => {
  const { calls, service } = countingEmbedder(1);
  const target = new SharedEmbeddings().over(targetOf(service, "a"));
  expect(await Effect.runPromise(Effect.flip(target.embedder.service.embed(request("one"))))).toMatchObject({
    message: "away",
  });
  await embedAll([target], [request("one"), request("one")]);
  expect(calls).toHaveLength(2);
});

test("what is asked at the same time goes in as few calls as the embedder's limits allow, each with its own vector", async () => {
  const { calls, service } = countingEmbedder();
  const target = new SharedEmbeddings().over(targetOf(service, "a"));
  const texts = ["a", "bb", "ccc", "dddd", "e".repeat(30), "f".repeat(31), "g"];
  const results = await embedAll(
    [target],
    texts.map((text) => request(text)),
  );
  expect(results.map(({ vectors }) => vectors.map(([length]) => length))).toEqual(texts.map(({ length }) => [length]));
  expect(calls.map((call) => call.texts)).toEqual([texts.slice(0, 3), texts.slice(3, 5), texts.slice(5)]);
});

test("a call that fails fails all that shared it, and each may try again", async () => {
  const { calls, service } = countingEmbedder(1);
  const target = new SharedEmbeddings().over(targetOf(service, "a"));
  const embed = (text: string) => target.embedder.service.embed(request(text));
  const asked = Effect.forEach(["one", "three"], (text) => Effect.retry(embed(text), { times: 1 }), {
    concurrency: "unbounded",
  });
  const results = await Effect.runPromise(asked);
  expect(results.map(({ vectors }) => vectors[0]![0])).toEqual([3, 5]);
  expect(calls.length).toBeLessThanOrEqual(3);
});

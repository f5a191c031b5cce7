import { inspect } from "node:util";
import { type Fault, startCohereServer } from "@quarry/provider-servers";
import { Effect, Fiber, Redacted } from "effect";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { failure, KEY, open, request, rerank } from "./open-reranker.ts";

const server = await startCohereServer({ keys: [KEY], slowByteMs: 50 });
const reranker = await open({ baseUrl: server.url });
const impatient = await open({ baseUrl: server.url, timeoutSeconds: 1 });
afterAll(() => server.close());
beforeEach(() => server.record.clear());

/** Waits until the server has seen its last call's connection close. */
const aborted = async () => {
  await expect.poll(() => server.record.calls.at(-1)?.aborted, { timeout: 30_000 }).toBe(true);
};

describe("each fault maps to a reason and a specific message", () => {
  test.each<[Fault, string, RegExp]>([
    ["rate_limited", "rate_limited", /asks to slow down/],
    ["quota_used_up", "limit", /has no quota left for this API key/],
    ["server_error", "unavailable", /failed \(status 500: internal server error/],
    ["connection_reset", "unavailable", /can't be reached \(/],
    ["cut_off", "unavailable", /is cut off$/],
    ["not_json", "incompatible", /its response is not JSON/],
    ["other_json", "incompatible", /its response has no list `results`/],
    ["wrong_count", "incompatible", /it returned 1 scores for 2 passages/],
    ["redirect", "incompatible", /which is not followed: set baseUrl/],
    ["echo", "invalid", /refuses the request for the model "rerank-v3\.5"/],
  ])("%s", async (fault, reason, message) => {
    server.faults.queue(fault);
    const error = await failure(reranker);
    expect(error).toMatchObject({ plugin: "@quarry/reranker-cohere", reason });
    expect(error.message).toMatch(message);
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + error.stack;
    for (const part of [KEY, "planted", Buffer.from(KEY).toString("base64")]) expect(shown).not.toContain(part);
    expect(server.record.calls).toHaveLength(1);
    expect(await rerank(reranker)).toEqual([0, 0.5]);
  });

  test.each<Fault>(["hang", "slow_body"])("%s: the time limit covers the whole response", async (fault) => {
    server.faults.queue(fault);
    const error = await failure(impatient);
    expect(error.reason).toBe("unavailable");
    expect(error.message).toMatch(/did not answer within 1 s \(setting timeoutSeconds\)$/);
    await aborted();
  });
});

test("an interrupted call aborts its request", async () => {
  server.faults.queue("hang");
  const fiber = Effect.runFork(reranker.rerank(request()));
  await expect.poll(() => server.record.calls.length, { timeout: 30_000 }).toBe(1);
  await Effect.runPromise(Fiber.interrupt(fiber));
  await aborted();
});

test("the errors for a wrong and for a missing key name the field", async () => {
  const wrong = await failure(reranker, { credential: Redacted.make("co-another-key-0123456789") });
  expect(wrong.message).toMatch(/refuses the API key: check the collection's reranking_api_key \(status 401\)$/);
  const missing = await failure(reranker, { credential: undefined });
  expect(missing.message).toMatch(/needs an API key: the collection has no reranking_api_key/);
});

test("the settings name the models of a compatible server; others fail with not_found", async () => {
  const local = await startCohereServer({ keys: [], rerankModels: ["bge-reranker-v2-m3"] });
  const own = await open({ baseUrl: local.url, credential: "none", models: ["bge-reranker-v2-m3"] });
  expect(await rerank(own, { model: "bge-reranker-v2-m3", credential: undefined })).toEqual([0, 0.5]);
  expect(await failure(own)).toMatchObject({ reason: "not_found" });
  await local.close();
});

test("passages are sent with a truncation limit for Cohere, and empty ones as a space", async () => {
  expect(await rerank(reranker, { passages: ["", "herons stand"] })).toEqual([0, 0.5]);
  expect(server.record.calls.at(-1)!.body).toEqual({
    model: "rerank-v3.5",
    query: "where do herons stand",
    documents: [" ", "herons stand"],
    max_tokens_per_doc: 4096,
  });
});

import { inspect } from "node:util";
import { type Fault, startCohereServer } from "@quarry/provider-servers";
import { Effect, Fiber, Redacted } from "effect";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { embed, failure, KEY, open, request } from "./open-embedder.ts";

const server = await startCohereServer({ keys: [KEY], retryAfterSeconds: 7, slowByteMs: 50 });
const baseUrl = server.url;
const embedder = await open({ baseUrl });
const impatient = await open({ baseUrl, timeoutSeconds: 1 });
afterAll(() => server.close());
beforeEach(() => server.record.clear());

describe("each fault maps to a reason and a specific message", () => {
  test.each<[Fault, string, RegExp]>([
    ["rate_limited", "rate_limited", /asks to slow down \(status 429: You are using a Trial key, .* 40 API calls/],
    ["rate_limited_silent", "rate_limited", /asks to slow down/],
    ["quota_used_up", "limit", /has no quota left for this API key: add credit .* 1000 API calls \/ month/],
    ["server_error", "unavailable", /failed \(status 500: internal server error/],
    ["proxy_error", "unavailable", /failed \(status 503\)$/],
    ["connection_reset", "unavailable", /can't be reached \(/],
    ["body_reset", "unavailable", /can't be reached \(/],
    ["cut_off", "unavailable", /^the answer of 127\.0\.0\.1:\d+ is cut off$/],
    ["not_json", "incompatible", /does not answer as Cohere does: its response is not JSON \(setting baseUrl\)/],
    ["other_json", "incompatible", /does not answer as Cohere does: its response has no list `embeddings\.float`/],
    ["wrong_count", "incompatible", /it returned 1 vectors for 2 texts/],
    ["wrong_dimension", "incompatible", /gave a vector of 1023 numbers, and the collection's dimension is 1024$/],
    ["redirect", "incompatible", /redirect to 127\.0\.0\.2:9 \(status 302\), which is not followed: set baseUrl/],
    ["echo", "invalid", /refuses the request for the model "embed-english-v3\.0" \(status 400/],
  ])("%s", async (fault, reason, message) => {
    server.faults.queue(fault);
    const error = await failure(embedder);
    expect(error).toMatchObject({ plugin: "@quarry/embedder-cohere", reason });
    expect(error.message).toMatch(message);
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + error.stack;
    for (const part of [KEY, "planted", Buffer.from(KEY).toString("base64")]) expect(shown).not.toContain(part);
    // The platform decides whether and when to retry: the client must not have retried.
    expect(server.record.calls).toHaveLength(1);
    expect(await embed(embedder)).toMatchObject({ vectors: [{ length: 1024 }, { length: 1024 }] });
  });

  test("a rate limit error includes the provider's retry delay", async () => {
    server.faults.queue("rate_limited");
    expect(await failure(embedder)).toMatchObject({ retryAfterSeconds: 7, isRetryable: true });
  });

  test.each<Fault>(["hang", "slow_body"])("%s: the time limit covers the whole response", async (fault) => {
    server.faults.queue(fault);
    const error = await failure(impatient);
    expect(error.reason).toBe("unavailable");
    expect(error.message).toMatch(/did not answer within 1 s \(setting timeoutSeconds\)$/);
    await aborted();
  });
});

/** Waits until the server has seen its last call's connection close. */
const aborted = async () => {
  await expect.poll(() => server.record.calls.at(-1)?.aborted, { timeout: 30_000 }).toBe(true);
};

test("an interrupted call aborts its request", async () => {
  server.faults.queue("hang");
  const fiber = Effect.runFork(embedder.embed(request()));
  await expect.poll(() => server.record.calls.length, { timeout: 30_000 }).toBe(1);
  await Effect.runPromise(Fiber.interrupt(fiber));
  await aborted();
});

test("a wrong key is rejected; without a key, no request is sent", async () => {
  const wrong = await failure(embedder, { credential: Redacted.make("co-another-key-0123456789") });
  expect(wrong.reason).toBe("unauthorized");
  expect(wrong.message).toMatch(/refuses the API key: check the collection's embedding_api_key \(status 401\)$/);
  server.record.clear();
  const error = await failure(embedder, { credential: undefined });
  expect(error).toMatchObject({ reason: "unauthorized", message: expect.stringContaining("needs an API key") });
  expect(server.record.calls).toHaveLength(0);
});

test("a model that the account lacks fails with not_found", async () => {
  const error = await failure(embedder, { model: "embed-none", dimension: 8 });
  expect(error.reason).toBe("not_found");
  expect(error.message).toMatch(/has no model "embed-none" \(status 404: model 'embed-none' not found/);
});

test("truncate NONE rejects a text that is too long; by default it is accepted", async () => {
  const texts = ["herons ".repeat(600)];
  const error = await failure(await open({ baseUrl, truncate: "NONE" }), { texts });
  expect(error.reason).toBe("invalid");
  expect(error.message).toMatch(
    /refuses a text as too long for the model "embed-english-v3\.0": give the collection smaller/,
  );
  await embed(embedder, { texts });
});

import { inspect } from "node:util";
import { type Fault, startOpenAiServer } from "@quarry/provider-servers";
import { Effect, Fiber, Redacted } from "effect";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { embed, failure, KEY, open, request } from "./open-embedder.ts";

const server = await startOpenAiServer({ keys: [KEY], retryAfterSeconds: 7, slowByteMs: 50 });
const baseUrl = `${server.url}/v1`;
const embedder = await open({ baseUrl });
const impatient = await open({ baseUrl, timeoutSeconds: 1 });
afterAll(() => server.close());
beforeEach(() => server.record.clear());

describe("each fault maps to a reason and a specific message", () => {
  test.each<[Fault, string, RegExp]>([
    ["rate_limited", "rate_limited", /asks to slow down \(status 429: Rate limit reached for text-embedding-3-small/],
    ["rate_limited_silent", "rate_limited", /asks to slow down/],
    ["quota_used_up", "limit", /has no quota left for this API key: add credit .* \(status 429: You exceeded your/],
    ["server_error", "unavailable", /failed \(status 500: The server had an error/],
    ["proxy_error", "unavailable", /failed \(status 503\)$/],
    ["connection_reset", "unavailable", /can't be reached \(/],
    ["body_reset", "unavailable", /can't be reached \(/],
    ["cut_off", "unavailable", /^the answer of 127\.0\.0\.1:\d+ is cut off$/],
    ["not_json", "incompatible", /does not answer as OpenAI does: its response is not JSON \(setting baseUrl\)/],
    ["other_json", "incompatible", /does not answer as OpenAI does: its response has no list `data`/],
    ["wrong_count", "incompatible", /it returned 1 vectors for 2 texts/],
    ["wrong_dimension", "incompatible", /gave a vector of 1537 numbers, and the collection's dimension is 1536$/],
    ["redirect", "incompatible", /redirect to 127\.0\.0\.2:9 \(status 302\), which is not followed: set baseUrl/],
    ["echo", "invalid", /refuses the request for the model "text-embedding-3-small" \(status 400/],
  ])("%s", async (fault, reason, message) => {
    server.faults.queue(fault);
    const error = await failure(embedder);
    expect(error).toMatchObject({ plugin: "@quarry/embedder-openai", reason });
    expect(error.message).toMatch(message);
    if (fault !== "cut_off" && fault !== "wrong_dimension") expect(error.message).toMatch(/^127\.0\.0\.1:\d+ /);
    // The platform decides whether and when to retry: the client must not have retried.
    expect(server.record.calls).toHaveLength(1);
    expect(await embed(embedder)).toMatchObject({ vectors: [{ length: 1536 }, { length: 1536 }] });
  });

  test("a rate limit error includes the retry delay if the provider states one", async () => {
    server.faults.queue("rate_limited", "rate_limited_silent");
    expect(await failure(embedder)).toMatchObject({ retryAfterSeconds: 7, isRetryable: true });
    expect((await failure(embedder)).retryAfterSeconds).toBeUndefined();
  });

  test.each<Fault>(["hang", "slow_body"])("%s: the time limit covers the whole response", async (fault) => {
    server.faults.queue(fault);
    expect(await failure(impatient)).toMatchObject({
      reason: "unavailable",
      message: expect.stringMatching(/did not answer within 1 s \(setting timeoutSeconds\)$/),
    });
    await aborted();
  });

  test("out_of_order: each text still gets its own vector", async () => {
    const expected = await embed(embedder);
    server.faults.queue("out_of_order");
    expect(await embed(embedder)).toEqual(expected);
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

test("an address where nothing listens fails with unavailable", async () => {
  const closed = await startOpenAiServer();
  await closed.close();
  const error = await failure(await open({ baseUrl: `${closed.url}/v1` }));
  expect(error).toMatchObject({
    reason: "unavailable",
    message: `${new URL(closed.url).host} can't be reached (ECONNREFUSED)`,
  });
});

describe("the API key", () => {
  const other = Redacted.make("sk-another-key-0123456789");

  test("a wrong key is rejected without repeating OpenAI's message", async () => {
    const error = await failure(embedder, { credential: other });
    expect(error.reason).toBe("unauthorized");
    expect(error.message).toMatch(/refuses the API key: check the collection's embedding_api_key \(status 401\)$/);
  });

  test("a revoked key works until it is revoked", async () => {
    const revoked = await startOpenAiServer();
    const own = await open({ baseUrl: `${revoked.url}/v1` });
    revoked.revokeKeyAfter(KEY, 2);
    await embed(own);
    await embed(own);
    expect(await failure(own)).toMatchObject({ reason: "unauthorized" });
    await revoked.close();
  });

  test("without a key, no request is sent", async () => {
    for (const credential of [undefined, Redacted.make("")]) {
      const error = await failure(embedder, { credential });
      expect(error.reason).toBe("unauthorized");
      expect(error.message).toMatch(
        /needs an API key: the collection has no embedding_api_key, and the config no apiKey/,
      );
    }
    expect(server.record.calls).toHaveLength(0);
  });

  test("a key with a character that headers don't allow is rejected", async () => {
    const error = await failure(embedder, { credential: Redacted.make("sk-planted–key\n") });
    expect(error).toMatchObject({ reason: "unauthorized", message: expect.stringContaining("copy it again") });
    expect(error.message).not.toContain("planted");
  });

  test("the key appears in no error, whatever the provider echoes", async () => {
    const faults: Fault[] = [
      "echo",
      "rate_limited",
      "server_error",
      "cut_off",
      "not_json",
      "connection_reset",
      "redirect",
    ];
    const secretive = await open({ baseUrl, headers: { "x-gateway": "gateway-secret-1234" } });
    server.faults.queue(...faults);
    for (const fault of faults) {
      const error = await failure(secretive);
      const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + error.stack;
      for (const part of [KEY, "planted", Buffer.from(KEY).toString("base64"), "gateway-secret"])
        expect(shown, fault).not.toContain(part);
    }
    expect(server.record.calls.map(({ headers }) => headers.authorization)).toEqual(faults.map(() => `Bearer ${KEY}`));
  });
});

describe("a call that can't succeed sends no request", () => {
  test.each([
    [
      "too many texts",
      { texts: Array.from({ length: 257 }, () => "a") },
      "invalid",
      /257 entries; a batch has 1 to 256/,
    ],
    ["a dimension out of range", { dimension: 1537 }, "invalid", /dimension is 1537; .* from 1 to 1536/],
  ])("%s", async (_, overrides, reason, message) => {
    const error = await failure(embedder, overrides);
    expect(error.reason).toBe(reason);
    expect(error.message).toMatch(message);
    expect(server.record.calls).toHaveLength(0);
  });
});

test("a model that the account lacks fails with not_found", async () => {
  const error = await failure(embedder, { model: "text-embedding-9", dimension: 8 });
  expect(error.reason).toBe("not_found");
  expect(error.message).toMatch(
    /has no model "text-embedding-9" \(status 404: The model `text-embedding-9` does not exist/,
  );
});

test("an address without the API fails with not_found", async () => {
  const error = await failure(await open({ baseUrl: `${server.url}/v2` }));
  expect(error.reason).toBe("not_found");
  expect(error.message).toMatch(
    /no such endpoint \(setting baseUrl\) \(status 404: Invalid URL \(POST \/v2\/embeddings\)\)$/,
  );
});

import { describe, expect, test } from "vitest";
import { readErrorBody } from "./error-message.ts";
import { meaningOf } from "./status-meaning.ts";

const CALL = { model: "m-1", keyField: "embedding_api_key" } as const;
const bodyOf = (value: unknown) =>
  readErrorBody(new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)));
const meaning = (status: number, body: unknown) => meaningOf(status, bodyOf(body), CALL);

describe("the meaning of an error status", () => {
  test.each<[string, number, unknown, string]>([
    ["OpenAI: a wrong key", 401, { error: { message: "Incorrect API key", code: "invalid_api_key" } }, "unauthorized"],
    ["Cohere: a wrong key", 401, { message: "invalid api token" }, "unauthorized"],
    ["no access", 403, { error: { message: "Country not supported" } }, "unauthorized"],
    ["OpenAI: an unknown model", 404, { error: { code: "model_not_found" } }, "not_found"],
    ["a wrong path", 404, "<html>Not Found</html>", "not_found"],
    [
      "OpenAI: rate limit exceeded",
      429,
      { error: { message: "Rate limit reached", code: "rate_limit_exceeded" } },
      "rate_limited",
    ],
    [
      "Azure: rate limit exceeded",
      429,
      { error: { code: "429", message: "exceeded call rate limit. Retry after 7 seconds." } },
      "rate_limited",
    ],
    [
      "Cohere: rate limit of a trial key exceeded",
      429,
      { message: "Trial key, which is limited to 40 API calls / minute." },
      "rate_limited",
    ],
    [
      "OpenAI: quota exhausted",
      429,
      { error: { message: "You exceeded your current quota", type: "insufficient_quota" } },
      "limit",
    ],
    ["Cohere: trial exhausted", 429, { message: "Trial key, which is limited to 1000 API calls / month." }, "limit"],
    [
      "Google: rate limit exceeded, worded like OpenAI's quota error",
      429,
      [{ error: { message: "You exceeded your current quota", status: "RESOURCE_EXHAUSTED" } }],
      "rate_limited",
    ],
    [
      "OpenAI: a model that the project may not use",
      403,
      { error: { message: "Project has no access to model", code: "model_not_found" } },
      "not_found",
    ],
    ["payment required", 402, { message: "Please add a payment method" }, "limit"],
    ["bad input", 400, { error: { message: "'$.input' is invalid" } }, "invalid"],
    [
      "TEI: bad input",
      422,
      { error: "batch size 64 > maximum allowed batch size 32", error_type: "Validation" },
      "invalid",
    ],
    ["a large body", 413, { error: { message: "Request too large" } }, "invalid"],
    ["a timeout", 408, {}, "unavailable"],
    ["a conflict", 409, {}, "unavailable"],
    ["Cohere: client closed request", 499, {}, "unavailable"],
    ["a server's failure", 500, { error: { message: "Sorry" } }, "unavailable"],
    ["a proxy's failure", 502, "<html>Bad gateway</html>", "unavailable"],
    ["overload", 503, {}, "unavailable"],
    ["Cloudflare: no response in time", 524, {}, "unavailable"],
    ["a server without embeddings", 501, { error: { message: "not supported" } }, "incompatible"],
  ])("%s", (_, status, body, reason) => expect(meaning(status, body).reason).toBe(reason));

  test.each<[string, number, unknown]>([
    ["OpenAI", 400, { error: { message: "Invalid 'input[0]': maximum input length is 8192 tokens." } }],
    [
      "OpenAI, older wording",
      400,
      { error: { message: "This model's maximum context length is 8192 tokens, however you requested 9000" } },
    ],
    ["Cohere", 400, { message: "too many tokens: total number of tokens in text at index 3 is 600" }],
    ["TEI", 413, { error: { message: "`inputs` must have less than 512 tokens. Given: 600", type: "Validation" } }],
    ["vLLM", 400, { object: "error", message: "This model's maximum context length is 512 tokens.", code: 400 }],
    ["Ollama", 400, { error: { message: "the input length exceeds the context length" } }],
    ["llama.cpp", 500, { error: { message: "input is too large to process. increase the physical batch size" } }],
  ])("%s: a text that is too long is reported as such", (_, status, body) => {
    expect(meaning(status, body)).toMatchObject({ reason: "invalid", meaning: expect.stringContaining("too long") });
  });

  test.each<[string, number, unknown]>([
    [
      "OpenAI",
      400,
      { error: { message: "Requested 346134 tokens, max 300000 tokens per request", type: "max_tokens_per_request" } },
    ],
    ["TEI", 422, { error: "batch size 64 > maximum allowed batch size 32", error_type: "Validation" }],
    ["a proxy", 413, "<html>Request Entity Too Large"],
  ])("%s: a batch that is too large is reported with the settings to change", (_, status, body) => {
    expect(meaning(status, body)).toMatchObject({
      reason: "invalid",
      meaning: expect.stringContaining("maxBatchTexts"),
    });
  });

  test("the provider's message about a rejected key is not quoted", () => expect(meaning(401, {}).quote).toBe(false));
});

describe("the message of an error body", () => {
  test.each<[string, unknown, string]>([
    ["from OpenAI", { error: { message: "one" } }, "one"],
    ["from Ollama, in the short form", { error: "two" }, "two"],
    ["from Cohere", { id: "x", message: "three" }, "three"],
    ["from FastAPI", { detail: "four" }, "four"],
    [
      "from FastAPI, excluding the input that it repeats",
      { detail: [{ loc: ["body"], msg: "five", input: "a text" }] },
      "five",
    ],
    ["as plain text", "six", "six"],
    ["as an HTML page is empty", "<!doctype html><p>seven", ""],
    ["on several lines is joined", { message: "eight\n\u0000 nine" }, "eight nine"],
    ["that is long is truncated", { message: "x".repeat(5_000) }, `${"x".repeat(300)}…`],
    ["without any field is empty", {}, ""],
  ])("%s", (_, value, message) => expect(bodyOf(value).message).toBe(message));
});

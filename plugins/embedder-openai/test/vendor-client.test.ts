import { startOpenAiServer, textVector } from "@quarry/provider-servers";
import {
  APIError,
  AuthenticationError,
  AzureOpenAI,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  OpenAI,
  RateLimitError,
} from "openai";
import { afterAll, expect, test } from "vitest";

// Tests the loopback server, on which the other tests rely, with the vendor's own client used as intended.

const KEY = "sk-vendor-0123456789";
const server = await startOpenAiServer({ keys: [KEY], deployments: { mine: "text-embedding-3-small" } });
afterAll(() => server.close());

const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: KEY, maxRetries: 0 });
const ask = (model = "text-embedding-3-small", dimensions?: number) =>
  client.embeddings.create({ model, input: ["herons", "glaciers"], ...(dimensions !== undefined && { dimensions }) });

test("the vendor's client reads the vectors and the usage", async () => {
  const answer = await ask("text-embedding-3-large", 8);
  expect(answer.data.map(({ embedding }) => Float32Array.from(embedding))).toEqual([
    textVector("herons", 8),
    textVector("glaciers", 8),
  ]);
  expect(answer).toMatchObject({ object: "list", model: "text-embedding-3-large" });
  expect(answer.usage.prompt_tokens).toBe(answer.usage.total_tokens);
  expect(answer._request_id).toMatch(/^req_/);
});

test("the vendor's client recognizes the errors", async () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as APIError,
    );
  expect(await refused(ask("none"))).toBeInstanceOf(NotFoundError);
  expect(await refused(ask("none"))).toMatchObject({ code: "model_not_found", type: "invalid_request_error" });
  expect(await refused(ask("text-embedding-ada-002", 8))).toBeInstanceOf(BadRequestError);
  server.faults.queue("rate_limited", "quota_used_up", "server_error");
  expect(await refused(ask())).toBeInstanceOf(RateLimitError);
  expect(await refused(ask())).toMatchObject({ status: 429, code: "insufficient_quota" });
  expect(await refused(ask())).toBeInstanceOf(InternalServerError);
  const other = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "sk-another-0123456789", maxRetries: 0 });
  const wrongKey = await refused(other.embeddings.create({ model: "text-embedding-3-small", input: "a" }));
  expect(wrongKey).toBeInstanceOf(AuthenticationError);
});

test("the vendor's client for Azure OpenAI reaches the deployment", async () => {
  const azure = new AzureOpenAI({ endpoint: server.url, deployment: "mine", apiVersion: "2024-10-21", apiKey: KEY });
  const answer = await azure.embeddings.create({ model: "", input: "herons" });
  expect(answer.data[0]!.embedding).toHaveLength(1536);
});

import { embedderConformance } from "@quarry/plugin-testkit";
import { startOpenAiServer } from "@quarry/provider-servers";
import { Redacted } from "effect";
import { afterAll, describe } from "vitest";
import plugin from "../src/index.ts";

const KEY = "sk-conformance-0123456789";
const server = await startOpenAiServer({ keys: [KEY] });
const keyless = await startOpenAiServer({
  keys: [],
  floatsOnly: true,
  models: { "bge-m3": { dimension: 1024, canShorten: false } },
});
const azure = await startOpenAiServer({ keys: [KEY], deployments: { "my embeddings": "text-embedding-3-large" } });
afterAll(() => Promise.all([server.close(), keyless.close(), azure.close()]));

describe("OpenAI", () => {
  embedderConformance(plugin, {
    settings: { baseUrl: `${server.url}/v1` },
    credential: Redacted.make(KEY),
  });
});

describe("a server without keys that returns only float lists, with configured models", () => {
  embedderConformance(plugin, {
    settings: {
      baseUrl: `${keyless.url}/v1`,
      credential: "none",
      models: [{ name: "bge-m3", dimension: 1024, maxInputTokens: 8000 }],
      maxBatchTexts: 32,
    },
  });
});

describe("Azure OpenAI", () => {
  embedderConformance(plugin, {
    settings: { azure: { endpoint: azure.url, deployment: "my embeddings" } },
    credential: Redacted.make(KEY),
    model: plugin.capabilities.models[1]!,
  });
});

import { rerankerConformance } from "@quarry/plugin-testkit";
import { startCohereServer } from "@quarry/provider-servers";
import { Redacted } from "effect";
import { afterAll } from "vitest";
import plugin from "../src/index.ts";

const KEY = "co-conformance-0123456789";
const server = await startCohereServer({ keys: [KEY] });
afterAll(() => server.close());

rerankerConformance(plugin, { settings: { baseUrl: server.url }, credential: Redacted.make(KEY) });

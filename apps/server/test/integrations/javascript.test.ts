import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCohereServer } from "@quarry/provider-servers";
import { afterAll, describe } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { aiSdkTests } from "./ai-sdk.ts";
import { guideTests } from "./guide-programs.ts";
import { langChainTests } from "./langchain.ts";

/**
 * Adapters for JavaScript frameworks share one server: the start of the server takes most of the time of such a file.
 */
const KEY = "planted-key-0123456789abcdef";

const cohere = await startCohereServer({ keys: [KEY] });
const folder = mkdtempSync(join(tmpdir(), "quarry-integrations-"));
afterAll(async () => {
  await cohere.close();
  rmSync(folder, { recursive: true, force: true });
});
const config = join(folder, "quarry.config.json");
const judge = { plugin: "@quarry/reranker-cohere", settings: { baseUrl: cohere.url, apiKey: KEY } };
writeFileSync(config, JSON.stringify({ rerankers: { judge } }));

const server = useServer({ SERVICE_CONFIG: config, SERVICE_RATE_LIMIT_PER_MINUTE: "0" });

describe("LangChain.js", () => void langChainTests(server));
describe("the AI SDK", () => void aiSdkTests(server));
describe("the programs of the guides", () => void guideTests(server, folder));

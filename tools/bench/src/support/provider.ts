import { fileURLToPath } from "node:url";
import { ChildServer } from "@quarry/services/kit";

const MAIN = fileURLToPath(new URL("../../../provider-servers/src/main.ts", import.meta.url));

export const PROVIDER_KEY = "sk-bench-0123456789abcdef";

/** Fields of a collection that is embedded by the provider. */
export const PROVIDED = { embedding_provider: "provider_a", embedding_api_key: PROVIDER_KEY, dimension: 256 };

/** Counters of a provider since its start. */
export interface ProviderSeen {
  readonly calls: number;
  /** Total duration of finished calls, in milliseconds. */
  readonly callMs: number;
}

/** Starts a server with OpenAI's protocol in a separate process. */
export const startProvider = (latencyMs: number): Promise<ChildServer> =>
  new ChildServer({ command: [MAIN, "openai", "--latency", String(latencyMs)] }).listening();

/** Returns the section of the config file with which the service uses the provider. */
export const embeddersOf = (provider: ChildServer, concurrency: number, settings: object = {}) => ({
  provider_a: {
    plugin: "@quarry/embedder-openai",
    settings: { baseUrl: `${provider.address}/v1`, ...settings },
    pace: { concurrency },
  },
});

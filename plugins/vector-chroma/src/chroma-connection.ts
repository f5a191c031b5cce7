import { AsyncLocalStorage } from "node:async_hooks";
import { readFile } from "node:fs/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import { ChromaClient, ChromaNotFoundError } from "chromadb";
import { Redacted } from "effect";
import type { ChromaSettings } from "./chroma-settings.ts";

/** All servers since 1.0 report version 1.0.0. */
const MIN_MAJOR_VERSION = 1;

type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** Members of the client that its types lack: every request uses its `fetch`. */
interface WithFetch {
  readonly apiClient: { getConfig(): { readonly fetch: Fetch }; setConfig(config: { readonly fetch: Fetch }): void };
}

/** Client whose requests end with the call that makes them, on a server that was checked once. */
export class ChromaConnection {
  readonly client: ChromaClient;
  readonly #settings: ChromaSettings;
  readonly #plugin: string;
  readonly #signals = new AsyncLocalStorage<AbortSignal>();
  #isChecked = false;

  constructor(settings: ChromaSettings, plugin: string) {
    const { host, port, ssl, headers, tenant, database } = settings;
    this.#settings = settings;
    this.#plugin = plugin;
    this.client = new ChromaClient({
      ...{ host, port, ssl },
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Redacted.value(value)])),
      ...(tenant !== undefined && { tenant }),
      ...(database !== undefined && { database }),
    });
    // The client accepts no signal, and a request to a hanging server would wait for five minutes.
    const { apiClient } = this.client as unknown as WithFetch;
    const { fetch } = apiClient.getConfig();
    apiClient.setConfig({ fetch: (request) => fetch(request, { signal: this.#signals.getStore() ?? null }) });
  }

  /** Runs a call of the store. All its requests to the server end with the signal. */
  run<Value>(signal: AbortSignal, call: () => Promise<Value>): Promise<Value> {
    return this.#signals.run(signal, async () => {
      if (!this.#isChecked) await this.check();
      return await call();
    });
  }

  /** Fails if the server is unavailable, too old, or another program. */
  async check(): Promise<void> {
    await this.#trust();
    const { host, port } = this.#settings;
    const [beat, version] = await Promise.all([this.client.heartbeat(), this.client.version()]).catch(
      (error: unknown) => {
        // Another program doesn't have this path, or returns no JSON.
        if (error instanceof ChromaNotFoundError || error instanceof SyntaxError) return [undefined, undefined];
        throw error;
      },
    );
    const major = /^(\d+)\./.exec(String(version))?.[1];
    if (typeof beat !== "number" || major === undefined) {
      const message = `the program at ${host}:${port} is not a Chroma server of version 1.0 or newer (settings host and port)`;
      throw this.#failure("incompatible", message);
    }
    if (Number(major) < MIN_MAJOR_VERSION) {
      throw this.#failure("incompatible", `the Chroma server is version ${version}; 1.0 or newer is needed`);
    }
    this.#isChecked = true;
  }

  /** fetch accepts no custom certificate, so it is added for the whole process. */
  async #trust(): Promise<void> {
    const file = this.#settings.caCertificateFile;
    if (file === undefined) return;
    const certificate = await readFile(file, "utf8").catch((error: unknown) => {
      throw this.#failure("invalid", `setting caCertificateFile: ${(error as Error).message}`);
    });
    const trusted = getCACertificates("default");
    if (!trusted.includes(certificate)) setDefaultCACertificates([...trusted, certificate]);
  }

  #failure(reason: PluginErrorReason, message: string): PluginError {
    return new PluginError({ plugin: this.#plugin, reason, message });
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./failures.ts";

/** What every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly json?: boolean;
  readonly timeout?: number;
}

export interface ServiceAddress {
  readonly url: string;
  readonly apiKey: string | undefined;
}

const DEFAULT_URL = "http://127.0.0.1:8080";

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Whether an address is of this machine. */
export const isLocal = (url: string): boolean => LOOPBACK.has(URL.parse(url)?.hostname ?? "");

/** Where the service is and the key for it: from the options, else the environment, else a service of this machine. */
export const serviceAddress = (options: GlobalOptions, environment: NodeJS.ProcessEnv): ServiceAddress => {
  const url = options.url ?? nonEmpty(environment["QUARRY_URL"]) ?? DEFAULT_URL;
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError(`--url: must be an http:// or https:// address, got ${JSON.stringify(url)}`);
  }
  const apiKey = options.apiKey ?? nonEmpty(environment["QUARRY_API_KEY"]);
  // The key of this machine's own service goes to this machine only.
  return { url, apiKey: apiKey ?? (isLocal(url) ? localSecret(environment) : undefined) };
};

const localSecret = (environment: NodeJS.ProcessEnv): string | undefined => {
  const set = nonEmpty(environment["SERVICE_API_SECRET"]);
  if (set !== undefined) return set;
  try {
    return nonEmpty(readFileSync(join(environment["SERVICE_DATA_DIR"] ?? ".quarry", "api-secret"), "utf8").trim());
  } catch {
    // No data folder here, or not ours to read: the service then says that a key is needed.
    return undefined;
  }
};

const nonEmpty = (text: string | undefined): string | undefined =>
  text === undefined || text === "" ? undefined : text;

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./failures.ts";

/** Options common to all commands. */
export interface GlobalOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly json?: boolean;
  readonly timeout?: number;
}

export interface ServiceAddress {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Source of the API key, or undefined without a key. */
  readonly apiKeyFrom: string | undefined;
  /** Whether the service is on this machine: the local settings and data may then belong to it. */
  readonly isLocal: boolean;
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 8080;

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Returns the service's address and API key: from the options, else from the environment, else those of the service on
 * this machine, by its settings.
 */
export const serviceAddress = (options: GlobalOptions, environment: NodeJS.ProcessEnv): ServiceAddress => {
  const input = options.url ?? nonEmpty(environment["QUARRY_URL"]);
  const url = input ?? ownUrl(environment);
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError(`--url: must be an http:// or https:// address, got ${JSON.stringify(url)}`);
  }
  // The local service's key is sent to this machine only.
  const isLocal = input === undefined || LOOPBACK.has(parsed.hostname);
  return { url, isLocal, ...(explicitKey(options, environment) ?? (isLocal ? localSecret(environment) : NO_KEY)) };
};

/** Returns the address at which other programs on this machine reach a service started with this environment. */
const ownUrl = (environment: NodeJS.ProcessEnv): string => {
  const host = nonEmpty(environment["SERVICE_HOST"]) ?? DEFAULT_HOST;
  const port = Number(nonEmpty(environment["SERVICE_PORT"]) ?? DEFAULT_PORT);
  // An invalid port, or 0 for any free one, does not identify the service. Reporting an invalid setting is not the
  // client's task.
  const isKnown = Number.isInteger(port) && port > 0 && port < 65_536;
  return `http://${reachable(host)}:${isKnown ? port : DEFAULT_PORT}`;
};

/** A host of "all addresses" includes the loopback address. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return DEFAULT_HOST;
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
};

type Key = Pick<ServiceAddress, "apiKey" | "apiKeyFrom">;

const NO_KEY: Key = { apiKey: undefined, apiKeyFrom: undefined };

const explicitKey = ({ apiKey }: GlobalOptions, environment: NodeJS.ProcessEnv): Key | undefined => {
  if (apiKey !== undefined) return { apiKey, apiKeyFrom: "--api-key" };
  const set = nonEmpty(environment["QUARRY_API_KEY"]);
  return set === undefined ? undefined : { apiKey: set, apiKeyFrom: "QUARRY_API_KEY" };
};

const localSecret = (environment: NodeJS.ProcessEnv): Key => {
  const set = nonEmpty(environment["SERVICE_API_SECRET"]);
  if (set !== undefined) return { apiKey: set, apiKeyFrom: "SERVICE_API_SECRET" };
  const file = join(nonEmpty(environment["SERVICE_DATA_DIR"]) ?? ".quarry", "api-secret");
  try {
    const apiKey = nonEmpty(readFileSync(file, "utf8").trim());
    return apiKey === undefined ? NO_KEY : { apiKey, apiKeyFrom: file };
  } catch {
    // The data folder does not exist or is not readable. The service then reports that a key is required.
    return NO_KEY;
  }
};

const nonEmpty = (text: string | undefined): string | undefined =>
  text === undefined || text === "" ? undefined : text;

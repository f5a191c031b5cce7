import type { OpenAI } from "openai";
import type { OpenAiSettings } from "./openai-settings.ts";

/** The client wants a key even where none is sent. */
const NO_KEY = "none";
/** Above every time limit of ours, which is the one that counts. */
const CLIENT_TIMEOUT_MS = 3_600_000;

/** The vendor's client for one call. Whatever it would take from the environment is given, so that it looks at none. */
export const clientFor = async (
  settings: OpenAiSettings,
  key: string | undefined,
  fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>,
): Promise<OpenAI> => {
  // With the first call: the client takes 36 MB and 100 ms, and most services run without it.
  const { OpenAI } = await import("openai");
  const { azure } = settings;
  return new OpenAI({
    apiKey: key ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: CLIENT_TIMEOUT_MS,
    fetch,
    baseURL: azure === undefined ? settings.baseUrl : azureUrl(azure),
    ...(azure !== undefined && { defaultQuery: { "api-version": azure.apiVersion } }),
    defaultHeaders: {
      ...keyHeaders(key, azure !== undefined),
      ...settings.headers,
      "User-Agent": "Quarry",
    },
  });
};

const keyHeaders = (key: string | undefined, isAzure: boolean): Record<string, string | null> => {
  if (isAzure) return { Authorization: null, "api-key": key ?? null };
  return { Authorization: key === undefined ? null : `Bearer ${key}` };
};

const azureUrl = ({ endpoint, deployment }: NonNullable<OpenAiSettings["azure"]>): string =>
  `${endpoint.replace(/(?<!\/)\/+$/, "")}/openai/deployments/${encodeURIComponent(deployment)}`;

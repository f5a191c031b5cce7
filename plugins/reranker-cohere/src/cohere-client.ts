import type { CohereClientV2 } from "cohere-ai";
import type { CohereSettings } from "./reranker-settings.ts";

/** Above every time limit of ours, which is the one that counts. */
const CLIENT_TIMEOUT_SECONDS = 3_600;

/** The vendor's client for one call. An empty token keeps it from looking for one in the environment. */
export const clientFor = async (
  settings: Pick<CohereSettings, "baseUrl" | "headers">,
  key: string | undefined,
  fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>,
): Promise<CohereClientV2> => {
  // With the first call: the client takes 12 MB and 100 ms, and most services run without it.
  const { CohereClientV2 } = await import("cohere-ai");
  return new CohereClientV2({
    token: key ?? "",
    // The client adds the version itself, and addresses with one are in use.
    baseUrl: settings.baseUrl.replace(/\/(v[12]\/?)?$/, ""),
    fetch: fetch as typeof globalThis.fetch,
    maxRetries: 0,
    timeoutInSeconds: CLIENT_TIMEOUT_SECONDS,
    headers: { ...settings.headers, "User-Agent": "Quarry" },
    logging: { silent: true },
  });
};

import { AnswerError } from "./answer-error.ts";
import type { ProviderExchange } from "./provider-exchange.ts";

/** Request to a JSON API. */
export interface JsonPost {
  readonly body: object;
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  /** Headers that override all others, including the one for the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Posts a body to a provider within `callProvider`, with the `fetch` that it passes, and returns the JSON of the
 * response. A vendor's client does no more for one call, and adds 18 to 36 MB to an installation.
 */
export const postJson = async (
  fetch: ProviderExchange["fetch"],
  url: string,
  { body, key, headers, signal }: JsonPost,
): Promise<unknown> => {
  const sent = new Headers({ accept: "application/json", "content-type": "application/json" });
  if (key !== undefined) sent.set("authorization", `Bearer ${key}`);
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  sent.set("user-agent", "Quarry");
  const response = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body), signal });
  if (!response.ok) throw new AnswerError(`status ${response.status}`);
  return response.json();
};

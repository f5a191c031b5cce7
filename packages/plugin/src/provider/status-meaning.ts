import type { PluginErrorReason } from "../plugin-error.ts";
import type { ErrorBody } from "./error-message.ts";
import type { ProviderCall } from "./provider-call.ts";

export interface StatusMeaning {
  readonly reason: PluginErrorReason;
  /** Text that continues after the provider's host; says what to do if anything can be done. */
  readonly meaning: string;
  /** Whether the provider's own message is shown. */
  readonly quote: boolean;
}

type Model = Pick<ProviderCall, "model" | "keyField">;

/** Returns the meaning of an error status of an embedding or reranking API, given the contents of its body. */
export const meaningOf = (status: number, body: ErrorBody, call: Model): StatusMeaning => {
  const description = [body.message, ...body.codes].join(" ");
  if (status === 402 || (status === 429 && USED_UP.test(description))) return USED_UP_MEANING;
  if (status === 401) return { ...refusedKey(call), quote: false };
  // OpenAI returns this when the key's project is not allowed to use the model.
  if (status === 403 && body.codes.includes("model_not_found")) return notFound(body, call);
  if (status === 403) return { ...refusedKey(call), quote: true };
  if (status === 429) return { reason: "rate_limited", meaning: "asks to slow down", quote: true };
  if (status === 404) return notFound(body, call);
  if (UNAVAILABLE.has(status) || (status >= 500 && status !== 501)) {
    // llama.cpp reports this with status 500; the same text fails again.
    if (TOO_LONG.test(description)) return tooLong(call);
    return { reason: "unavailable", meaning: "failed", quote: true };
  }
  if (TOO_LONG.test(description)) return tooLong(call);
  if (status === 413 || BATCH_TOO_LARGE.test(description)) return LARGE_BATCH_MEANING;
  if (status === 405 || status === 501) {
    return { reason: "incompatible", meaning: "has no such endpoint (setting baseUrl)", quote: true };
  }
  return { reason: "invalid", meaning: `refuses the request for the model "${call.model}"`, quote: true };
};

/** Timeout, conflict, too early, and Cohere's "client closed request": the same call may succeed later. */
const UNAVAILABLE: ReadonlySet<number> = new Set([408, 409, 425, 499]);

/**
 * No money or no quota left: waiting for minutes does not help. Both providers report it with the status for rate
 * limits: OpenAI with a code (other services use its text alone for limits per minute), Cohere's trial keys with
 * "limited to 1000 API calls / month".
 */
const USED_UP =
  /insufficient_quota|billing_hard_limit|billing_not_active|account_deactivated|(calls?|requests?)\s*(\/|per)\s*month|monthly (limit|quota)/i;

const USED_UP_MEANING: StatusMeaning = {
  reason: "limit",
  meaning:
    "has no quota left for this API key: add credit or raise the limit in the account at the provider, then process the documents again",
  quote: true,
};

const TOO_LONG =
  /context[_ ]length|maximum (input|context) length|too many tokens|must have less than \d+ tokens|longer than the maximum|input is too (large|long)/i;

/** OpenAI limits all texts of a request together, TEI their number. */
const BATCH_TOO_LARGE = /tokens[_ ]per[_ ]request|maximum request size|maximum allowed batch size/i;

const LARGE_BATCH_MEANING: StatusMeaning = {
  reason: "invalid",
  meaning: "refuses the batch as too large (settings maxBatchTexts, maxBatchTokens)",
  quote: true,
};

const tooLong = ({ model }: Model): StatusMeaning => ({
  reason: "invalid",
  meaning: `refuses a text as too long for the model "${model}": give the collection smaller chunks`,
  quote: true,
});

const refusedKey = ({ keyField }: Model): Omit<StatusMeaning, "quote"> => ({
  reason: "unauthorized",
  meaning: `refuses the API key: check the collection's ${keyField}`,
});

/** A 404 without a message comes from a web server that does not know the path. */
const notFound = (body: ErrorBody, { model }: Model): StatusMeaning => ({
  reason: "not_found",
  meaning: /model|deployment/i.test([body.message, ...body.codes].join(" "))
    ? `has no model "${model}"`
    : `has no model "${model}", or no such endpoint (setting baseUrl)`,
  quote: true,
});

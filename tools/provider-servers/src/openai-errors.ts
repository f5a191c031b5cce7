import { type Answer, json } from "./answer.ts";
import type { ProtocolError } from "./protocol.ts";
import type { ProviderCallRecord } from "./provider-record.ts";

/** https://platform.openai.com/docs/guides/error-codes */
export const openAiError = (status: number, message: string, type: string, code: string | null): Answer =>
  json(status, { error: { message, type, param: null, code } });

/** Messages as observed in public reports; a wrong key is repeated with its middle masked. */
export const openAiProtocolError = (kind: ProtocolError, call: ProviderCallRecord, key = ""): Answer => {
  switch (kind) {
    case "no_key":
      return openAiError(
        401,
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
        "invalid_request_error",
        null,
      );
    case "wrong_key":
      return openAiError(
        401,
        `Incorrect API key provided: ${key.slice(0, 8)}${"*".repeat(Math.max(key.length - 12, 0))}${key.slice(-4)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
        "invalid_request_error",
        "invalid_api_key",
      );
    case "rate_limited":
      return openAiError(
        429,
        `Rate limit reached for ${String(call.body["model"])} in organization org-1 on requests per min (RPM): Limit 3000, Used 3000, Requested 1. Please try again in 20ms.`,
        "requests",
        "rate_limit_exceeded",
      );
    case "quota_used_up":
      return openAiError(
        429,
        "You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
        "insufficient_quota",
        "insufficient_quota",
      );
    case "server_error":
      return openAiError(
        500,
        "The server had an error while processing your request. Sorry about that!",
        "server_error",
        null,
      );
    case "echo":
      return openAiError(
        400,
        `bad request with header Authorization: ${String(call.headers.authorization)} (key ${key}, base64 ${Buffer.from(key).toString("base64")})`,
        "invalid_request_error",
        null,
      );
  }
};

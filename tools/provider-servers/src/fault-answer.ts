import { type Answer, json, page } from "./answer.ts";
import type { Fault } from "./faults.ts";
import type { Protocol, ProviderServerOptions } from "./protocol.ts";
import type { ProviderCallRecord } from "./provider-record.ts";

/** Default of the option. */
const RETRY_AFTER_SECONDS = 1;

/** Returns an error response in the form of both protocols. */
const refusal = (status: number, message: string): Answer => json(status, { message, error: { message } });

/**
 * Returns the response of a fault that replaces the regular one; undefined for faults that corrupt it or its
 * transmission.
 */
export const faultAnswer = (
  fault: Fault | undefined,
  call: ProviderCallRecord,
  key: string | undefined,
  { error }: Protocol,
  { retryAfterSeconds = RETRY_AFTER_SECONDS }: ProviderServerOptions,
): Answer | undefined => {
  switch (fault) {
    case "rate_limited": {
      const answer = error("rate_limited", call, key);
      return { ...answer, headers: { ...answer.headers, "retry-after": String(retryAfterSeconds) } };
    }
    case "rate_limited_silent":
      return error("rate_limited", call, key);
    case "quota_used_up":
    case "server_error":
    case "echo":
      return error(fault, call, key);
    case "forbidden":
      return refusal(403, "the key may not be used for this");
    case "not_found":
      return refusal(404, "there is nothing here");
    case "bad_request":
      return refusal(400, "embeddings are not enabled");
    case "proxy_error":
      return page(503, "503 Service Temporarily Unavailable");
    case "not_json":
      return page(200, "Welcome");
    case "other_json":
      return json(200, { status: "ok" });
    case "redirect":
      return { status: 302, headers: { location: "http://127.0.0.2:9/elsewhere" }, body: "" };
    default:
      return undefined;
  }
};

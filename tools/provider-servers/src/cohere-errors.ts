import { randomUUID } from "node:crypto";
import { type Answer, json } from "./answer.ts";
import type { ProtocolError } from "./protocol.ts";
import type { ProviderCallRecord } from "./provider-record.ts";

/** https://docs.cohere.com/reference/errors */
export const cohereError = (status: number, message: string): Answer => json(status, { id: randomUUID(), message });

const TRIAL =
  "You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits at 'https://dashboard.cohere.com/api-keys'.";

/** Messages as observed in public reports. */
export const cohereProtocolError = (kind: ProtocolError, call: ProviderCallRecord, key = ""): Answer => {
  switch (kind) {
    case "no_key":
      return cohereError(401, "no api key supplied");
    case "wrong_key":
      return cohereError(401, "invalid api token");
    case "rate_limited":
      return cohereError(429, `You are using a Trial key, which is limited to 40 API calls / minute. ${TRIAL}`);
    case "quota_used_up":
      return cohereError(429, `You are using a Trial key, which is limited to 1000 API calls / month. ${TRIAL}`);
    case "server_error":
      return cohereError(500, "internal server error, this has been reported to our developers.");
    case "echo":
      return cohereError(
        400,
        `bad request with header Authorization: ${String(call.headers.authorization)} (key ${key}, base64 ${Buffer.from(key).toString("base64")})`,
      );
  }
};

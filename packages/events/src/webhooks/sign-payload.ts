import { createHmac } from "node:crypto";
import { SECRET_PREFIX } from "./webhook-secret.ts";

/** Computes the value of X-Service-Signature: HMAC-SHA256 over the exact bytes, keyed with the secret's UTF-8 text. */
export const signPayload = (body: Uint8Array, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/**
 * Builds the headers of Standard Webhooks 1.0: HMAC-SHA256 over id, time and body, keyed with the bytes that the secret
 * encodes. The id is the same for every attempt; the time is the attempt's.
 */
export const standardHeaders = (
  id: string,
  body: Uint8Array,
  secret: string,
  epochMs: number,
): Readonly<Record<string, string>> => {
  const seconds = Math.floor(epochMs / 1000);
  const hmac = createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.`).update(body);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${hmac.digest("base64")}`,
  };
};

/** Node's decoder accepts both base64 alphabets: secrets of older versions use base64url. */
const keyOf = (secret: string): Buffer =>
  Buffer.from(secret.replace(PREVIOUS_PREFIX, "").replace(SECRET_PREFIX, ""), "base64");

const PREVIOUS_PREFIX = /^whs_/;

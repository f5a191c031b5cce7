import { createHmac } from "node:crypto";

/** The value of X-Service-Signature: HMAC-SHA256 over the exact bytes, keyed with the secret's UTF-8 text. */
export const signPayload = (body: Uint8Array, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

import { randomBytes } from "node:crypto";
import { Redacted } from "effect";

/** Length of the HMAC-SHA256 digest that the secret keys. */
const SECRET_BYTES = 32;

/** Prefix of Standard Webhooks, by which its libraries recognise a secret. */
export const SECRET_PREFIX = "whsec_";

/** Generates a webhook's secret in the Standard Webhooks format: padded, standard-alphabet base64. */
export const newSecret = (): Redacted.Redacted =>
  Redacted.make(SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64"));

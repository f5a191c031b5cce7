import { randomBytes } from "node:crypto";
import { Redacted } from "effect";

/** As long as the digest that it keys. */
const SECRET_BYTES = 32;

/** The prefix of Standard Webhooks, by which its libraries know a secret. */
export const SECRET_PREFIX = "whsec_";

/** A new webhook's secret, in the form of Standard Webhooks: in the standard alphabet of base64, padded. */
export const newSecret = (): Redacted.Redacted =>
  Redacted.make(SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64"));

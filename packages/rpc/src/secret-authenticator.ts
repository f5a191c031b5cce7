import { createHash, timingSafeEqual } from "node:crypto";
import { Redacted } from "effect";
import type { Authenticator, Principal } from "./handler.ts";

const OPERATOR: Principal = { name: "api-secret", scope: "admin", collections: undefined };

/** A bearer token after the scheme, whose name knows no case. */
const BEARER = /^bearer +(\S+) *$/i;

/** Knows one key: the instance's full-access secret. */
export const secretAuthenticator = (secret: Redacted.Redacted): Authenticator => {
  const expected = digest(Redacted.value(secret));
  return {
    authenticate(authorization) {
      const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
      if (token === undefined) return undefined;
      // Digests have one length, so the comparison tells nothing about the secret's.
      return timingSafeEqual(digest(token), expected) ? OPERATOR : undefined;
    },
  };
};

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

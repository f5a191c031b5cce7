import { parseAccessFilter } from "@quarry/index";
import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";

import type { ApiKeyRecord, SecretBoxError, SecretBoxService, TokenSigning } from "@quarry/store";
import { Effect, Redacted } from "effect";
import type { TokenSigner } from "./user-tokens.ts";

/**
 * Reads the keys that sign user tokens, by name. Tokens of a key that can't be read are rejected, and the key is
 * logged.
 */
export const readSigners = Effect.fnUntraced(function* (secrets: SecretBoxService, records: readonly ApiKeyRecord[]) {
  const signers = new Map<string, TokenSigner>();
  for (const record of records) {
    if (record.signing === null) continue;
    const key = yield* readKey(secrets, record.id, record.signing).pipe(
      Effect.catch((error) =>
        Effect.as(
          Effect.logWarning(`tokens of the signing key ${record.name} are refused: ${error.message}`),
          undefined,
        ),
      ),
    );
    if (key !== undefined) signers.set(record.name, signerOf(record, record.signing.algorithm, key));
  }
  return signers;
});

const readKey = (
  secrets: SecretBoxService,
  keyId: string,
  signing: TokenSigning,
): Effect.Effect<KeyObject, SecretBoxError> =>
  signing.algorithm === "EdDSA"
    ? Effect.sync(() => createPublicKey(signing.publicKey))
    : Effect.map(secrets.open(signing.secret, { keyId, field: "signing_secret" }), (secret) =>
        createSecretKey(Redacted.value(secret), "utf8"),
      );

const signerOf = (record: ApiKeyRecord, algorithm: TokenSigner["algorithm"], key: KeyObject): TokenSigner => ({
  name: record.name,
  algorithm,
  key,
  limits: {
    scope: record.scope,
    collections: record.collections === null ? undefined : new Set(record.collections),
    accessFilter: record.filter === null ? undefined : parseAccessFilter(record.filter),
  },
  expiresAt: record.expiresAt === null ? undefined : Date.parse(record.expiresAt),
});

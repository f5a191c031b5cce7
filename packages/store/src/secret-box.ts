import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { Context, Effect, Layer, Redacted } from "effect";
import { SecretBoxError } from "./secret-box-error.ts";
import { KEY_BYTES, readOrCreateKeyFile, SECRET_KEY_FILE } from "./secret-key-file.ts";

/**
 * Row and field of an encrypted value. It can be decrypted only there, so that moving it between rows gains nothing
 * (authenticated data).
 */
export type SecretLocation =
  | { readonly collectionId: string; readonly field: "embedding_api_key" | "reranking_api_key" }
  | { readonly webhookId: string; readonly field: "webhook_secret" }
  | { readonly keyId: string; readonly field: "signing_secret" }
  | { readonly answerId: string; readonly field: "stored_answer" }
  | { readonly sessionOf: string; readonly field: "session_key" };

export interface SecretBoxService {
  readonly seal: (secret: Redacted.Redacted, location: SecretLocation) => string;
  /** Fails if the value was encrypted with another key or for another location, or was changed. */
  readonly open: (sealed: string, location: SecretLocation) => Effect.Effect<Redacted.Redacted, SecretBoxError>;
  /** Whether a value was encrypted with this key, judged by the key's mark in it. */
  readonly isOwn: (sealed: string) => boolean;
  /** Mark of a key: the prefix of its encrypted values, which reveals nothing about the key. */
  readonly mark: string;
}

export interface SecretBoxOptions {
  /** Value of SERVICE_ENCRYPTION_KEY: 32 bytes as 64 hex digits or as base64. Omitted: a file in the data folder. */
  readonly key?: Redacted.Redacted;
  /** Data folder from which `secret.key` is read, or where it is created (mode 0600). */
  readonly directory: string;
}

/** Encrypts secrets in the database, in its backups, and in values that callers store for us. */
export class SecretBox extends Context.Service<SecretBox, SecretBoxService>()("@quarry/store/SecretBox") {
  static readonly layer = (options: SecretBoxOptions): Layer.Layer<SecretBox, SecretBoxError> =>
    Layer.effect(SecretBox, Effect.map(loadKey(options), makeBox));
}

const FORMAT = "v1";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const loadKey = (options: SecretBoxOptions): Effect.Effect<Buffer, SecretBoxError> => {
  if (options.key !== undefined) return decodeKey(Redacted.value(options.key), "SERVICE_ENCRYPTION_KEY");
  return Effect.try({
    try: () => readOrCreateKeyFile(options.directory),
    catch: (cause) =>
      new SecretBoxError({
        message: `can't read or create ${SECRET_KEY_FILE} in the data folder (SERVICE_DATA_DIR): ${String(cause)}`,
      }),
  }).pipe(Effect.flatMap((text) => decodeKey(text, `${SECRET_KEY_FILE} in the data folder (SERVICE_DATA_DIR)`)));
};

const decodeKey = (text: string, source: string): Effect.Effect<Buffer, SecretBoxError> => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (key.length === KEY_BYTES) return Effect.succeed(key);
  return Effect.fail(
    new SecretBoxError({
      message: `${source} must be 32 bytes, as 64 hex digits or as base64 (make one with: openssl rand -hex 32)`,
    }),
  );
};

const makeBox = (key: Buffer): SecretBoxService => {
  // Identifies the key without revealing anything about it. A wrong key can be distinguished from damaged data, even at
  // the start.
  const keyId = createHmac("sha256", key).update("quarry key id").digest("hex").slice(0, 8);
  return {
    isOwn: (sealed) => sealed.startsWith(`${FORMAT}.${keyId}.`),
    mark: `${FORMAT}.${keyId}.`,
    seal: (secret, location) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(additionalData(location));
      const encrypted = Buffer.concat([cipher.update(Redacted.value(secret), "utf8"), cipher.final()]);
      return `${FORMAT}.${keyId}.${Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open: (sealed, location) =>
      Effect.suspend(() => {
        const [format, sealedWith, body] = sealed.split(".");
        if (format !== FORMAT || body === undefined) return openFailed(location, "it has an unknown format");
        if (sealedWith !== keyId) {
          return openFailed(
            location,
            `it was encrypted with key ${sealedWith} and the service runs with key ${keyId}; start it with the same ` +
              `SERVICE_ENCRYPTION_KEY (or ${SECRET_KEY_FILE}) as before, or ${describeLocation(location).remedy}`,
          );
        }
        try {
          return Effect.succeed(Redacted.make(decrypt(key, Buffer.from(body, "base64url"), location)));
        } catch {
          return openFailed(location, `it was changed, or copied from another ${describeLocation(location).kind}`);
        }
      }),
  };
};

const decrypt = (key: Buffer, bytes: Buffer, location: SecretLocation): string => {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    additionalData(location),
  );
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  const encrypted = bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("utf8");
};

interface LocationDescription {
  readonly kind: string;
  readonly id: string;
  /** Fix if the key is permanently lost. */
  readonly remedy: string;
}

const describeLocation = (location: SecretLocation): LocationDescription => {
  if ("collectionId" in location) {
    return { kind: "collection", id: location.collectionId, remedy: "set the collection's API key again" };
  }
  if ("webhookId" in location) {
    return { kind: "webhook", id: location.webhookId, remedy: "delete the webhook and create it again" };
  }
  if ("keyId" in location) {
    return { kind: "signing key", id: location.keyId, remedy: "revoke the signing key and create another" };
  }
  if ("sessionOf" in location) return { kind: "session", id: location.sessionOf, remedy: "sign in again" };
  return { kind: "stored answer", id: location.answerId, remedy: "send the request with another Idempotency-Key" };
};

const additionalData = (location: SecretLocation): Buffer =>
  Buffer.from(`${FORMAT}/${describeLocation(location).id}/${location.field}`, "utf8");

const openFailed = (location: SecretLocation, reason: string): Effect.Effect<never, SecretBoxError> => {
  const { kind, id } = describeLocation(location);
  return Effect.fail(new SecretBoxError({ message: `can't read ${location.field} of ${kind} ${id}: ${reason}` }));
};

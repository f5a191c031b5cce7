import { parseAccessFilter } from "@quarry/index";
import { createHash, randomBytes } from "node:crypto";
import {
  describeValue,
  type DomainError,
  invalidArgument,
  isCollectionName,
  type JsonObject,
  KEY_SCOPES,
  type KeyScope,
  newId,
  notFound,
} from "@quarry/plugin/domain";
import {
  type ApiKeyRecord,
  ApiKeyRepository,
  type Page,
  type PageRequest,
  SecretBox,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Clock, Context, Effect, Layer, Redacted } from "effect";
import { refusing } from "./refusing.ts";
import { makeTokenSigning, type SigningRequest } from "./token-signing.ts";

/** Request for a new scoped key. */
export interface CreateApiKey {
  /** Name in logs and lists: 1 to 64 letters, digits, `.`, `_` or `-`. It must never have been used before. */
  readonly name: string;
  readonly scope: KeyScope;
  /** Collections that the key can access, whether they exist yet or not. Default: all. */
  readonly collections?: readonly string[] | undefined;
  /** Expiry, in the future. Default: never. */
  readonly expiresAt?: Date | undefined;
  /** Access filter: only matching documents and passages are visible and writable. Default: all. */
  readonly filter?: JsonObject | undefined;
  /** Makes this a key that signs user tokens and authenticates no request itself. Default: an ordinary key. */
  readonly signing?: SigningRequest | undefined;
}

export interface CreatedApiKey {
  /** Undefined if the service never had the secret: the request contained only the public key of a pair. */
  readonly key: Redacted.Redacted | undefined;
  readonly record: ApiKeyRecord;
}

export interface ApiKeysShape {
  /**
   * Creates a key. Only this response contains the key itself. The service stores its digest, and a signing secret in
   * encrypted form.
   */
  create(request: CreateApiKey, within?: Transaction): Effect.Effect<CreatedApiKey, DomainError | StoreError>;
  /** Lists all keys ever created, including revoked ones, oldest first. */
  list(request: PageRequest): Effect.Effect<Page<ApiKeyRecord>, StoreError>;
  /**
   * Revokes a key permanently. Servers reject it within about a second. Fails with `not_found` if no key has this name.
   */
  revoke(name: string): Effect.Effect<ApiKeyRecord, DomainError | StoreError>;
}

/** Prefix of our keys. Scanners for leaked credentials recognise them by it. */
const KEY_PREFIX = "qk_";

/** 256 bits can't be guessed, so a plain digest is enough protection. */
const KEY_BYTES = 32;

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** API keys with less than full access. */
export class ApiKeys extends Context.Service<ApiKeys, ApiKeysShape>()("@quarry/catalog/ApiKeys") {
  static readonly layer: Layer.Layer<ApiKeys, never, ApiKeyRepository | SecretBox> = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const repository = yield* ApiKeyRepository;
      const secrets = yield* SecretBox;

      const keyMaterial = ({ signing }: CreateApiKey, keyId: string) => {
        if (signing !== undefined) {
          return makeTokenSigning(signing, (secret) => secrets.seal(secret, { keyId, field: "signing_secret" }));
        }
        return { key: Redacted.make(KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url")), signing: null };
      };

      const create = Effect.fn("ApiKeys.create")(function* (request: CreateApiKey, within?: Transaction) {
        const now = yield* Clock.currentTimeMillis;
        yield* refusing(() => checkKey(request, now));
        const id = newId();
        const { key, signing } = yield* refusing(() => keyMaterial(request, id));
        const record = yield* repository.insert(
          {
            id,
            name: request.name,
            // A signing key authenticates no request, so its digest is that of random bytes that no client can send.
            digest: digestOfKey(signing === null ? Redacted.value(key!) : randomBytes(KEY_BYTES).toString("hex")),
            scope: request.scope,
            collections: request.collections === undefined ? null : [...new Set(request.collections)],
            expiresAt: request.expiresAt?.toISOString() ?? null,
            filter: request.filter ?? null,
            signing,
          },
          within,
        );
        return { key, record };
      });

      const revoke = Effect.fn("ApiKeys.revoke")(function* (name: string) {
        const revoked = yield* repository.revoke(name);
        if (revoked === undefined) return yield* notFound(`key ${describeValue(name)} does not exist`);
        return revoked;
      });

      return { create, list: repository.page, revoke };
    }),
  );
}

/** Digest under which a key is stored and looked up: SHA-256, lower-case hex. */
export const digestOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

const checkKey = ({ name, scope, collections, expiresAt, filter, signing }: CreateApiKey, now: number): void => {
  if (!NAME.test(name)) {
    throw invalidArgument(
      `name: must be 1 to 64 letters, digits, dots, underscores or hyphens, got ${describeValue(name)}`,
    );
  }
  if (!KEY_SCOPES.includes(scope)) {
    throw invalidArgument(`scope: must be one of ${KEY_SCOPES.join(", ")}, got ${describeValue(scope)}`);
  }
  if (collections?.length === 0) throw invalidArgument("collections: must name at least one, or be left out for all");
  const wrong = collections?.find((collection) => !isCollectionName(collection));
  if (wrong !== undefined) throw invalidArgument(`collections: must be collection names, got ${describeValue(wrong)}`);
  if (expiresAt !== undefined && Number.isNaN(expiresAt.getTime())) {
    throw invalidArgument("expires_at: must be a date, got something else");
  }
  if (expiresAt !== undefined && expiresAt.getTime() <= now) {
    throw invalidArgument(`expires_at: must be in the future, got ${expiresAt.toISOString()}`);
  }
  if (filter !== undefined && parseAccessFilter(filter) === undefined) {
    throw invalidArgument("filter: must hold a condition, or be left out for all; got {}");
  }
  if (scope === "admin" && (filter !== undefined || signing !== undefined)) {
    const field = filter === undefined ? "signing" : "filter";
    throw invalidArgument(`scope: must be read or write with ${field}, got "admin", which is about whole collections`);
  }
};

import { parseAccessFilter } from "@quarry/index";
import { timingSafeEqual } from "node:crypto";
import { type ApiKeyRecord, ApiKeyRepository, type ApiKeyRevision, SecretBox, type StoreError } from "@quarry/store";
import { DomainError, type KeyScope } from "@quarry/plugin/domain";

import { Clock, Effect, Redacted, type Scope, Semaphore } from "effect";
import type { Authenticator, Principal } from "./handler.ts";
import { refreshed } from "./refreshed.ts";
import { readSigners } from "./tokens/read-signers.ts";
import { digestOf, UserTokens } from "./tokens/user-tokens.ts";

/** Scoped key in the operator's config, which contains only its digest, never the key itself. */
export interface ConfiguredKey {
  readonly name: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly digest: string;
  readonly scope: KeyScope;
  /** Only collections that the key may access; undefined for all. */
  readonly collections?: readonly string[] | undefined;
}

export interface KeyAuthenticatorOptions {
  /** Full-access secret of the instance. */
  readonly secret: Redacted.Redacted;
  readonly configuredKeys?: readonly ConfiguredKey[] | undefined;
}

const OPERATOR: Principal = { name: "api-secret", scope: "admin", collections: undefined, accessFilter: undefined };

/** Matches a bearer token; the scheme name is case-insensitive. */
const BEARER = /^bearer +(\S+) *$/i;

export interface KeyAuthenticator extends Authenticator {
  /** Reads changed keys immediately, after a change in this process. */
  readonly refresh: Effect.Effect<void, StoreError>;
}

/**
 * Creates the authenticator of the full-access secret, the keys of the config and of the database, and the user tokens
 * that keys sign. Its timing reveals nothing about a key: the secret is compared in constant time, other keys are
 * looked up by their SHA-256. A request reads and writes nothing in the database: keys are cached in memory, and read
 * again when the database's revision changes. Ends with the scope.
 */
export const makeKeyAuthenticator = (
  options: KeyAuthenticatorOptions,
): Effect.Effect<KeyAuthenticator, StoreError, ApiKeyRepository | SecretBox | Scope.Scope> =>
  Effect.gen(function* () {
    const repository = yield* ApiKeyRepository;
    const secrets = yield* SecretBox;
    const clock = yield* Clock.Clock;
    const isSecret = secretComparer(Redacted.value(options.secret));
    const configured = (options.configuredKeys ?? []).map(fromConfig);
    const tokens = new UserTokens(() => clock.currentTimeMillisUnsafe());
    let keys = new Map<string, Principal>(configured);
    let known: ApiKeyRevision = { added: 0, revoked: 0 };

    const check = Effect.gen(function* () {
      const revision = yield* repository.revision;
      if (revision.added === known.added && revision.revoked === known.revoked) return;
      const records = yield* Effect.filter(yield* repository.active, hasReadableFilter);
      tokens.signers = yield* readSigners(secrets, records);
      keys = new Map([...records.filter(({ signing }) => signing === null).map(fromRecord), ...configured]);
      known = revision;
    });
    // Serialised: a read that began before a revocation must not end after the read that the revocation triggered, or
    // the revoked key would be accepted until the next read.
    const refresh = Semaphore.makeUnsafe(1).withPermits(1)(check);

    yield* refreshed(refresh, "can't check for changed API keys");

    return {
      refresh,
      authenticate: (authorization) => {
        const token = tokenIn(authorization);
        if (token === undefined) return undefined;
        if (isSecret(token)) return OPERATOR;
        const digest = digestOf(token);
        const key = keys.get(digest);
        if (key === undefined) return tokens.principalOf(digest);
        const isOver = key.expiresAt !== undefined && key.expiresAt <= clock.currentTimeMillisUnsafe();
        return isOver ? undefined : key;
      },
      prepare: (authorization) => {
        const token = tokenIn(authorization);
        return token === undefined ? undefined : tokens.verify(token);
      },
      problemOf: (authorization) => {
        const token = tokenIn(authorization);
        return token === undefined ? undefined : tokens.problemOf(token);
      },
    };
  });

const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];

/** Longest character in UTF-8, in bytes. */
const MAX_CHARACTER_BYTES = 4;

/** Compares tokens with the secret, in a time that does not depend on how much of it is correct. */
const secretComparer = (secret: string): ((token: string) => boolean) => {
  // The buffer has space for one more character. A longer token writes it where the secret has zeros; a shorter one
  // leaves zeros where the secret has other bytes. The length check only rejects the secret followed by NUL characters.
  const expected = Buffer.concat([Buffer.from(secret), Buffer.alloc(MAX_CHARACTER_BYTES)]);
  const input = Buffer.alloc(expected.length);
  return (token) => {
    input.fill(0);
    input.write(token);
    return timingSafeEqual(input, expected) && token.length === secret.length;
  };
};

/** Whether this version can parse the key's filter. A key with an invalid filter is rejected and logged. */
const hasReadableFilter = ({ name, filter }: ApiKeyRecord): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    try {
      if (filter !== null) parseAccessFilter(filter);
      return Effect.succeed(true);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return Effect.as(Effect.logWarning(`the key ${name} is refused; create another: ${error.message}`), false);
    }
  });

const fromRecord = (record: ApiKeyRecord): readonly [string, Principal] => {
  const principal = principalOf(`key:${record.name}`, record.scope, record.collections ?? undefined);
  const accessFilter = record.filter === null ? undefined : parseAccessFilter(record.filter);
  const expiresAt = record.expiresAt === null ? undefined : Date.parse(record.expiresAt);
  return [record.digest, { ...principal, accessFilter, expiresAt }];
};

const fromConfig = ({ name, digest, scope, collections }: ConfiguredKey): readonly [string, Principal] => [
  digest,
  principalOf(`config:${name}`, scope, collections),
];

// Names include the origin of the key, so that no two callers have the same name: idempotency keys are stored by it.
const principalOf = (name: string, scope: KeyScope, collections: readonly string[] | undefined): Principal => ({
  name,
  scope,
  collections: collections === undefined ? undefined : new Set(collections),
  accessFilter: undefined,
});

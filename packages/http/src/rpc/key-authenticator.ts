import { parseAccessFilter } from "@quarry/index";
import { timingSafeEqual } from "node:crypto";
import { type ApiKeyRecord, ApiKeyRepository, type ApiKeyRevision, SecretBox, type StoreError } from "@quarry/store";
import { DomainError, type KeyScope } from "@quarry/plugin/domain";

import { Clock, Effect, Redacted, type Scope, Semaphore } from "effect";
import type { Authenticator, Principal } from "./handler.ts";
import { readSigners } from "./tokens/read-signers.ts";
import { digestOf, UserTokens } from "./tokens/user-tokens.ts";

/** A scoped key that the operator's config names; the key itself stands nowhere. */
export interface ConfiguredKey {
  readonly name: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly digest: string;
  readonly scope: KeyScope;
  /** The only collections it may touch; undefined for all. */
  readonly collections?: readonly string[] | undefined;
}

export interface KeyAuthenticatorOptions {
  /** The instance's full-access secret. */
  readonly secret: Redacted.Redacted;
  readonly configuredKeys?: readonly ConfiguredKey[] | undefined;
}

/** Time until a key that was made or revoked elsewhere (by the CLI, by another server) is known here. */
const REFRESH_MS = 1_000;

const OPERATOR: Principal = { name: "api-secret", scope: "admin", collections: undefined, accessFilter: undefined };

/** A bearer token after the scheme, whose name knows no case. */
const BEARER = /^bearer +(\S+) *$/i;

export interface KeyAuthenticator extends Authenticator {
  /** Looks for changed keys at once, for a change that was made here. */
  readonly refresh: Effect.Effect<void, StoreError>;
}

interface KnownKey {
  readonly principal: Principal;
  /** Epoch milliseconds; undefined for never. */
  readonly expiresAt: number | undefined;
}

/**
 * Knows the full-access secret, the keys of the config, those of the database and the user tokens that these sign. How long
 * it takes tells nothing about a key: the secret is compared in constant time, other keys are found by their SHA-256.
 * Nothing is written and nothing read per request: the keys are in memory, and looked up again when the database says that
 * they have changed. Ends with the scope.
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
    let keys = new Map<string, KnownKey>(configured);
    let known: ApiKeyRevision = { added: 0, revoked: 0 };

    const check = Effect.gen(function* () {
      const revision = yield* repository.revision;
      if (revision.added === known.added && revision.revoked === known.revoked) return;
      const records = yield* Effect.filter(yield* repository.active, hasReadableFilter);
      tokens.signers = yield* readSigners(secrets, records);
      keys = new Map([...records.filter(({ signing }) => signing === null).map(fromRecord), ...configured]);
      known = revision;
    });
    // One after the other: a look that began before a revocation must not end after the one that the revocation made, or
    // the key would open the service again until the next.
    const refresh = Semaphore.makeUnsafe(1).withPermits(1)(check);

    yield* refresh;
    yield* Effect.forkScoped(
      Effect.forever(
        Effect.andThen(
          Effect.sleep(REFRESH_MS),
          Effect.catchCause(refresh, (cause) => Effect.logWarning("can't look for changed API keys", cause)),
        ),
      ),
    );

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
        return isOver ? undefined : key.principal;
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

/** Compares tokens with the secret, in a time that says nothing about how much of it is right. */
const secretComparer = (secret: string): ((token: string) => boolean) => {
  // Room for one more character: a longer token puts one there, where the secret has zeros; a shorter one leaves zeros
  // where the secret has none. The length tells only what ends in zeros from what ends.
  const expected = Buffer.concat([Buffer.from(secret), Buffer.alloc(MAX_CHARACTER_BYTES)]);
  const input = Buffer.alloc(expected.length);
  return (token) => {
    input.fill(0);
    input.write(token);
    return timingSafeEqual(input, expected) && token.length === secret.length;
  };
};

/** A key whose filter this version refuses is refused itself, and the log says so. */
const hasReadableFilter = ({ name, filter }: ApiKeyRecord): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    try {
      if (filter !== null) parseAccessFilter(filter);
      return Effect.succeed(true);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return Effect.as(Effect.logWarning(`the key ${name} is refused; make another: ${error.message}`), false);
    }
  });

const fromRecord = (record: ApiKeyRecord): readonly [string, KnownKey] => {
  const principal = principalOf(`key:${record.name}`, record.scope, record.collections ?? undefined);
  const accessFilter = record.filter === null ? undefined : parseAccessFilter(record.filter);
  const expiresAt = record.expiresAt === null ? undefined : Date.parse(record.expiresAt);
  return [record.digest, { principal: { ...principal, accessFilter, expiresAt }, expiresAt }];
};

const fromConfig = ({ name, digest, scope, collections }: ConfiguredKey): readonly [string, KnownKey] => [
  digest,
  { principal: principalOf(`config:${name}`, scope, collections), expiresAt: undefined },
];

// Names say where a key comes from, so that no two callers have one name: idempotency keys are kept by it.
const principalOf = (name: string, scope: KeyScope, collections: readonly string[] | undefined): Principal => ({
  name,
  scope,
  collections: collections === undefined ? undefined : new Set(collections),
  accessFilter: undefined,
});

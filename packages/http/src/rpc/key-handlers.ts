import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AccessKeySchema, type CreateKeyRequest, CreateKeyRequestSchema, KeyService } from "@quarry/api";
import { ApiKeys, type CreateApiKey, Idempotency } from "@quarry/catalog";
import { alreadyExists, conflict, describeValue, invalidArgument, type KeyScope, limits } from "@quarry/plugin/domain";
import type { ApiKeyRecord, PageRequest, StoreError } from "@quarry/store";
import { Clock, Effect, Redacted } from "effect";
import { type BoundService, bindWholeService, type CallContext, refuseLimitedKey } from "./handler.ts";
import { answerIdempotently, fingerprintOfMessage } from "./idempotent.ts";
import type { ConfiguredKey } from "./key-authenticator.ts";
import { fromAccessScope, fromTokenAlgorithm, toAccessKey, toConfiguredAccessKey, toIdentity } from "./key-messages.ts";
import { pagedList } from "./paged-list.ts";
import { runEffect } from "./run-effect.ts";

export interface KeyHandlersOptions {
  /** Keys of the config file. */
  readonly configuredKeys: readonly ConfiguredKey[];
  /** Reloads the keys of this process after a change; other processes poll for it. */
  readonly refresh: Effect.Effect<void, StoreError>;
  /** Called for every key that is created or revoked. */
  readonly onChange: (change: KeyChange) => void;
}

/** Change of a key, without the key itself. */
export interface KeyChange {
  readonly change: "created" | "revoked";
  readonly name: string;
  readonly scope: KeyScope;
  /** Null for all. */
  readonly collections: readonly string[] | null;
  /** Name of the key that made the change. */
  readonly by: string | undefined;
  readonly requestId: string;
}

/** Creates the rpcs of KeyService. */
export const makeKeyHandlers = ({
  configuredKeys,
  refresh,
  onChange,
}: KeyHandlersOptions): Effect.Effect<BoundService, never, ApiKeys | Idempotency> =>
  Effect.gen(function* () {
    const keys = yield* ApiKeys;
    const idempotency = yield* Idempotency;
    const configuredNames = new Set(configuredKeys.map(({ name }) => name));
    const configured = configuredKeys.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(toConfiguredAccessKey);

    /** Returns a page of the keys; those of the config file come first. */
    const page = async ({ limit, offset }: PageRequest) => {
      const now = await runEffect(Clock.currentTimeMillis);
      const configuredPage = configured.slice(offset, offset + limit);
      const rest = { limit: limit - configuredPage.length, offset: Math.max(0, offset - configured.length) };
      const { items, total } = await runEffect(keys.list(rest));
      return {
        items: [...configuredPage, ...items.map((key) => toAccessKey(key, now))],
        total: configured.length + total,
      };
    };

    /** Yields the first page and all following ones. */
    const pagesFrom = async function* (first: Awaited<ReturnType<typeof page>>, offset: number) {
      let last = first.items;
      for (let next = offset + last.length; last.length > 0; next += last.length) {
        yield last;
        last = next < first.total ? (await page({ limit: limits.MAX_PAGE_SIZE, offset: next })).items : [];
      }
    };

    return bindWholeService(KeyService, {
      createKey: async (request, context) => {
        refuseLimitedKey(context);
        if (configuredNames.has(request.name)) throw nameInConfig(request.name);
        const wanted = fromCreateKey(request);
        const fingerprint = () => fingerprintOfMessage(CreateKeyRequestSchema, request);
        const once = { idempotency, context, route: "create key", fingerprint, output: AccessKeySchema };
        let made: ApiKeyRecord | undefined;
        const answer = await runEffect(
          Effect.tap(
            answerIdempotently(once, (within) =>
              Effect.gen(function* () {
                const { key, record } = yield* keys.create(wanted, within);
                made = record;
                const now = yield* Clock.currentTimeMillis;
                return { ...toAccessKey(record, now), ...(key !== undefined && { key: Redacted.value(key) }) };
              }),
            ),
            () => refresh,
          ),
        );
        if (made !== undefined) onChange(changeOf("created", made, context));
        return answer;
      },

      listKeys: async ({ limit, offset = 0 }, context) => {
        refuseLimitedKey(context);
        const first = await page({ limit: limit ?? limits.MAX_PAGE_SIZE, offset });
        return {
          keys: limit === undefined ? pagedList(pagesFrom(first, offset)) : [...first.items],
          total: first.total,
        };
      },

      whoAmI: async (_request, context) => toIdentity(context.principal!),

      revokeKey: async ({ name }, context) => {
        refuseLimitedKey(context);
        if (configuredNames.has(name)) throw ofConfig(name);
        const revoked = await runEffect(Effect.tap(keys.revoke(name), () => refresh));
        onChange(changeOf("revoked", revoked, context));
        return { status: "ok", message: `Key '${name}' revoked` };
      },
    });
  });

const changeOf = (
  change: KeyChange["change"],
  { name, scope, collections }: ApiKeyRecord,
  { principal, requestId }: CallContext,
): KeyChange => ({ change, name, scope, collections, by: principal?.name, requestId });

const fromCreateKey = (request: CreateKeyRequest): CreateApiKey => {
  const { name, scope, collections, expiresAt, filter, signing, publicKey } = request;
  if (signing === undefined && publicKey !== undefined) {
    throw invalidArgument("public_key: goes with signing EdDSA only, got one without signing");
  }
  return {
    name,
    scope: fromAccessScope(scope),
    collections: collections?.names,
    expiresAt: expiresAt && new Date(timestampMs(expiresAt)),
    filter,
    signing: signing === undefined ? undefined : { algorithm: fromTokenAlgorithm(signing), publicKey },
  };
};

const nameInConfig = (name: string) =>
  alreadyExists(`name: the configuration file has a key named ${describeValue(name)}`);

const ofConfig = (name: string) =>
  conflict(
    `key ${describeValue(name)} is in the configuration file: remove it there (apiKeys), and restart the service`,
  );

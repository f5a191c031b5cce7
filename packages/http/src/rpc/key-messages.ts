import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  AccessKeySource,
  type AccessKeySchema,
  AccessKeyState,
  AccessScope,
  type IdentitySchema,
  TokenAlgorithm,
} from "@quarry/api";
import type { KeyScope } from "@quarry/plugin/domain";
import type { ApiKeyRecord, TokenSigning } from "@quarry/store";
import { toStruct, toTimestamp } from "./messages.ts";
import type { Principal } from "./handler.ts";
import { contractEnum } from "./contract-enum.ts";
import type { ConfiguredKey } from "./key-authenticator.ts";

type AccessKeyInit = MessageInitShape<typeof AccessKeySchema>;

const SCOPES = contractEnum(AccessScope);

/** Unknown numbers are rejected by the contract's own rules; here they count as the lowest scope. */
export const fromAccessScope = (scope: AccessScope): KeyScope => SCOPES.nameOf(scope) ?? "read";

/** Unknown numbers are rejected by the contract's own rules. */
export const fromTokenAlgorithm = (algorithm: TokenAlgorithm): TokenSigning["algorithm"] =>
  algorithm === TokenAlgorithm.EDDSA ? "EdDSA" : "HS256";

/** Converts a key with its state at `now`, in epoch milliseconds. */
export const toAccessKey = (key: ApiKeyRecord, now: number): AccessKeyInit => ({
  name: key.name,
  scope: SCOPES.byName[key.scope],
  ...collectionsOf(key.collections ?? undefined),
  source: AccessKeySource.DATABASE,
  state: stateOf(key, now),
  createdAt: toTimestamp(key.createdAt),
  ...(key.expiresAt !== null && { expiresAt: toTimestamp(key.expiresAt) }),
  ...(key.revokedAt !== null && { revokedAt: toTimestamp(key.revokedAt) }),
  ...(key.filter !== null && { filter: toStruct(key.filter) }),
  ...signingOf(key.signing),
});

const signingOf = (signing: TokenSigning | null): Pick<AccessKeyInit, "signing" | "publicKey"> => {
  if (signing === null) return {};
  return signing.algorithm === "EdDSA"
    ? { signing: TokenAlgorithm.EDDSA, publicKey: signing.publicKey }
    : { signing: TokenAlgorithm.HS256 };
};

const stateOf = ({ revokedAt, expiresAt }: ApiKeyRecord, now: number): AccessKeyState => {
  if (revokedAt !== null) return AccessKeyState.REVOKED;
  return expiresAt !== null && Date.parse(expiresAt) <= now ? AccessKeyState.EXPIRED : AccessKeyState.ACTIVE;
};

export const toConfiguredAccessKey = ({ name, scope, collections }: ConfiguredKey): AccessKeyInit => ({
  name,
  scope: SCOPES.byName[scope],
  ...collectionsOf(collections),
  source: AccessKeySource.CONFIG,
  state: AccessKeyState.ACTIVE,
});

export const toIdentity = (principal: Principal): MessageInitShape<typeof IdentitySchema> => {
  const { name, scope, collections, accessFilter, expiresAt } = principal;
  return {
    ...{ name, scope: SCOPES.byName[scope] },
    ...collectionsOf(collections && [...collections]),
    ...(accessFilter?.source !== undefined && { filter: toStruct(accessFilter.source) }),
    ...(expiresAt !== undefined && { expiresAt: timestampFromMs(expiresAt) }),
  };
};

const collectionsOf = (names: readonly string[] | undefined): Pick<AccessKeyInit, "collections"> =>
  names === undefined ? {} : { collections: { names: [...names] } };

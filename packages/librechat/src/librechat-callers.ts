import { BoundedMap } from "@quarry/plugin/domain";
import type { Authenticator, Principal } from "@quarry/http/rpc/handler";
import { parseAccessFilter } from "@quarry/index";
import { jwtVerify } from "jose";

/** Number of cached tokens. LibreChat creates a token for each call, with a lifetime of five minutes. */
const KEPT_TOKENS = 1_000;

const MAX_TOKEN_LENGTH = 8_192;
const MAX_USER_ID_LENGTH = 128;

/** Matches a bearer token; the scheme name is case-insensitive. */
const BEARER = /^bearer +(\S+) *$/i;

/**
 * Authenticates LibreChat's users by the tokens that LibreChat signs for them (HS256, with its `JWT_SECRET`). A user
 * can access their own files in the one collection, and nothing else.
 */
export const librechatCallers = (secret: string, collection: string): Authenticator => {
  const key = new TextEncoder().encode(secret);
  const callers = new BoundedMap<string, Principal & { readonly expiresAt: number }>(KEPT_TOKENS);
  const known = (token: string | undefined) => {
    const caller = token === undefined ? undefined : callers.get(token);
    return caller !== undefined && caller.expiresAt > Date.now() ? caller : undefined;
  };
  return {
    authenticate: (authorization) => known(tokenIn(authorization)),
    prepare: (authorization) => {
      const token = tokenIn(authorization);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH || known(token) !== undefined) return undefined;
      const verifying = jwtVerify(token, key, { algorithms: ["HS256"], requiredClaims: ["exp", "id"] });
      return verifying.then(
        ({ payload: { id, exp } }) => {
          if (!isUserId(id)) return;
          const accessFilter = parseAccessFilter({ user_id: id });
          const limits = { scope: "write", collections: new Set([collection]), accessFilter } as const;
          callers.set(token, { name: `librechat/${id}`, ...limits, expiresAt: exp! * 1000 });
        },
        () => undefined,
      );
    },
  };
};

const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];

const isUserId = (id: unknown): id is string => typeof id === "string" && id !== "" && id.length <= MAX_USER_ID_LENGTH;

/** Returns the caller's user id. */
export const userOf = ({ name }: Principal): string => name.slice(name.indexOf("/") + 1);

/**
 * Returns the caller with the access filter for reads, which also matches public files and the files of an entity such
 * as an agent. LibreChat names the entity for users who may use it.
 */
export const readerOf = (caller: Principal, entityId?: string): Principal => ({
  ...caller,
  accessFilter: parseAccessFilter({
    $or: [
      { user_id: { $in: [userOf(caller), "public"] } },
      ...(entityId === undefined ? [] : [{ entity_id: entityId }]),
    ],
  }),
});

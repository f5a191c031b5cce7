import { parseAccessFilter, withinBoth } from "@quarry/index";
import { describeValue, isCollectionName, isJsonObject, type KeyScope } from "@quarry/plugin/domain";

import type { Principal } from "../handler.ts";

/** Maximum rights of a user token: those of its signing key. */
export type TokenLimits = Pick<Principal, "scope" | "collections" | "accessFilter">;

/** Maximum time between `iat` and `exp`: tokens are for a user's working day, keys are for programs. */
export const MAX_TOKEN_LIFETIME_S = 86_400;

/** Tolerated error of the signer's clock. */
export const CLOCK_SKEW_S = 30;

/** Maximum length of the subject, which is used for logs and rate limits. */
const MAX_SUBJECT_LENGTH = 128;

/** Error for a claim that is wrong or not allowed; the message names the claim. */
export class ClaimProblem extends Error {}

/**
 * Returns the caller of a token, by claims whose signature, `exp` and `nbf` are already verified. `filter` is required:
 * a backend that omits it by mistake must not grant access to everything. Throws a `ClaimProblem`, or a `DomainError`
 * for the filter.
 */
export const principalOfToken = (
  claims: Readonly<Record<string, unknown>>,
  signer: string,
  limits: TokenLimits,
  nowSeconds: number,
): Principal => {
  checkTimes(claims, nowSeconds);
  const subject = subjectOf(claims["sub"]);
  return {
    // Key names contain no slash, so no two callers have the same name.
    name: subject === undefined ? `token:${signer}` : `token:${signer}/${subject}`,
    scope: scopeOf(claims["scope"], limits.scope),
    collections: collectionsOf(claims["collections"], limits.collections),
    accessFilter: withinBoth(limits.accessFilter, accessFilterIn(claims["filter"])),
    expiresAt: (claims["exp"] as number) * 1000,
  };
};

const checkTimes = ({ iat, exp }: Readonly<Record<string, unknown>>, now: number): void => {
  if (typeof iat !== "number" || typeof exp !== "number") throw wrong("iat", "must be a time in seconds", iat ?? exp);
  if (iat > now + CLOCK_SKEW_S) throw wrong("iat", "must not be in the future", iat);
  if (exp - iat > MAX_TOKEN_LIFETIME_S) {
    throw wrong("exp", `must be at most ${MAX_TOKEN_LIFETIME_S} seconds after iat`, exp - iat);
  }
};

const subjectOf = (sub: unknown): string | undefined => {
  if (sub === undefined) return undefined;
  if (typeof sub === "string" && sub !== "" && sub.length <= MAX_SUBJECT_LENGTH) return sub;
  throw wrong("sub", `must be a string of 1 to ${MAX_SUBJECT_LENGTH} characters`, sub);
};

const scopeOf = (scope: unknown, limits: KeyScope): KeyScope => {
  if (scope === undefined) return "read";
  if (scope !== "read" && scope !== "write") throw wrong("scope", "must be read or write", scope);
  if (scope === "write" && limits === "read") throw wrong("scope", "must be read, as the signing key's", scope);
  return scope;
};

const collectionsOf = (input: unknown, limits: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined => {
  if (input === undefined) return limits;
  if (!Array.isArray(input) || input.length === 0 || !input.every((name) => isName(name))) {
    throw wrong("collections", "must be a list of names of collections, at least one", input);
  }
  const beyond = input.find((name) => limits?.has(name) === false);
  if (beyond !== undefined) throw wrong("collections", "must be among the signing key's", beyond);
  return new Set(input);
};

const isName = (name: unknown): name is string => typeof name === "string" && isCollectionName(name);

const accessFilterIn = (filter: unknown) => {
  if (!isJsonObject(filter as never)) throw wrong("filter", "must be a filter object ({} for no filter)", filter);
  return parseAccessFilter(filter as never);
};

const wrong = (claim: string, expectation: string, got: unknown): ClaimProblem =>
  new ClaimProblem(`${claim}: ${expectation}, got ${got === undefined ? "none" : describeValue(got)}`);

import { parseAccessFilter, withinBoth } from "@quarry/index";
import { describeValue, isCollectionName, isJsonObject, type KeyScope } from "@quarry/plugin/domain";

import type { Principal } from "../handler.ts";

/** Upper limit of a user token's rights: those of its signing key. */
export type MostOfTokens = Pick<Principal, "scope" | "collections" | "accessFilter">;

/** Longest time between `iat` and `exp`: tokens are for a user's working day, keys for programs. */
export const MAX_TOKEN_LIFETIME_S = 86_400;

/** Tolerated error of the signer's clock. */
export const CLOCK_SKEW_S = 30;

/** A name for the log, and for whom calls are counted. */
const MAX_SUBJECT_LENGTH = 128;

/** Error for a claim that is wrong or not allowed; the message names the claim. */
export class ClaimProblem extends Error {}

/**
 * The caller that a token stands for, by claims whose signature, `exp` and `nbf` are checked. `filter` has to be there: a
 * backend that forgets it must not give away everything. Throws a `ClaimProblem`, or a `DomainError` of the filter's.
 */
export const principalOfToken = (
  claims: Readonly<Record<string, unknown>>,
  signer: string,
  most: MostOfTokens,
  nowSeconds: number,
): Principal => {
  checkTimes(claims, nowSeconds);
  const subject = subjectOf(claims["sub"]);
  return {
    // No key has a slash in its name: no two callers have one name.
    name: subject === undefined ? `token:${signer}` : `token:${signer}/${subject}`,
    scope: scopeOf(claims["scope"], most.scope),
    collections: collectionsOf(claims["collections"], most.collections),
    accessFilter: withinBoth(most.accessFilter, accessFilterIn(claims["filter"])),
    expiresAt: (claims["exp"] as number) * 1000,
  };
};

const checkTimes = ({ iat, exp }: Readonly<Record<string, unknown>>, now: number): void => {
  if (typeof iat !== "number" || typeof exp !== "number") throw wrong("iat", "must be a time in seconds", iat ?? exp);
  if (iat > now + CLOCK_SKEW_S) throw wrong("iat", "must not lie in the future", iat);
  if (exp - iat > MAX_TOKEN_LIFETIME_S) {
    throw wrong("exp", `must be at most ${MAX_TOKEN_LIFETIME_S} seconds after iat`, exp - iat);
  }
};

const subjectOf = (sub: unknown): string | undefined => {
  if (sub === undefined) return undefined;
  if (typeof sub === "string" && sub !== "" && sub.length <= MAX_SUBJECT_LENGTH) return sub;
  throw wrong("sub", `must be a string of 1 to ${MAX_SUBJECT_LENGTH} characters`, sub);
};

const scopeOf = (scope: unknown, most: KeyScope): KeyScope => {
  if (scope === undefined) return "read";
  if (scope !== "read" && scope !== "write") throw wrong("scope", "must be read or write", scope);
  if (scope === "write" && most === "read") throw wrong("scope", "must be read, as the signing key's", scope);
  return scope;
};

const collectionsOf = (input: unknown, most: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined => {
  if (input === undefined) return most;
  if (!Array.isArray(input) || input.length === 0 || !input.every((name) => isName(name))) {
    throw wrong("collections", "must be a list of names of collections, at least one", input);
  }
  const beyond = input.find((name) => most?.has(name) === false);
  if (beyond !== undefined) throw wrong("collections", "must be among the signing key's", beyond);
  return new Set(input);
};

const isName = (name: unknown): name is string => typeof name === "string" && isCollectionName(name);

const accessFilterIn = (filter: unknown) => {
  if (!isJsonObject(filter as never)) throw wrong("filter", "must be a filter object ({} for no filter)", filter);
  return parseAccessFilter(filter as never);
};

const wrong = (claim: string, must: string, got: unknown): ClaimProblem =>
  new ClaimProblem(`${claim}: ${must}, got ${got === undefined ? "none" : describeValue(got)}`);

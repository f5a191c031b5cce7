import { hash, type KeyObject } from "node:crypto";
import { BoundedMap, DomainError } from "@quarry/plugin/domain";
import type { Principal } from "../handler.ts";
import { ClaimProblem, CLOCK_SKEW_S, type TokenLimits, principalOfToken } from "./token-claims.ts";

/** Key whose tokens are accepted. */
export interface TokenSigner {
  /** Name of the key, which is the `kid` of its tokens. */
  readonly name: string;
  readonly algorithm: "HS256" | "EdDSA";
  readonly key: KeyObject;
  readonly limits: TokenLimits;
  /** Epoch milliseconds; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** Maximum length of a token: it fits in an HTTP header, and contains a filter with some hundred groups. */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * Size of the cache of verified tokens, in characters of the tokens: some ten thousand of the usual length. An evicted
 * token is verified again.
 */
const MAX_CACHED_CHARACTERS = 4_194_304;

/** Accepted audience: a token whose `aud` names only other services is rejected. */
const AUDIENCE = "quarry";

/** Cached result for a token with a valid signature. */
interface Verdict {
  readonly signer: TokenSigner;
  /** Undefined if the token is rejected. */
  readonly principal: Principal | undefined;
  /**
   * Reason of the rejection. Only a holder of the signing key can have created the token, so the reason may be
   * disclosed.
   */
  readonly problem: string | undefined;
  /** Epoch milliseconds, including the clock skew. */
  readonly expiresAt: number;
  readonly characters: number;
}

/**
 * Verifier of user tokens with an LRU cache. Each token is verified once and then found by its SHA-256, so a call with
 * a token costs as little as one with a key. Tokens of a signing key that is no longer in `signers` are rejected, even
 * if they are cached.
 */
export class UserTokens {
  readonly #now: () => number;
  readonly #verdicts = new BoundedMap<string, Verdict>(MAX_CACHED_CHARACTERS, {
    weigh: ({ characters }) => characters,
  });
  #signers: ReadonlyMap<string, TokenSigner> = new Map();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Replaces all signing keys, by name. */
  set signers(signers: ReadonlyMap<string, TokenSigner>) {
    this.#signers = signers;
  }

  /** Verifies a token that is not cached yet; returns undefined if no verification is needed. */
  verify(token: string): Promise<void> | undefined {
    const signer = this.#signerOf(token);
    const digest = signer && digestOf(token);
    if (digest === undefined || this.#verdicts.get(digest) !== undefined) return undefined;
    return this.#verify(token, signer!).then((verdict) => {
      if (verdict !== undefined) this.#verdicts.set(digest, verdict);
    });
  }

  /** Returns the caller of a verified token, by the token's digest. */
  principalOf(digest: string): Principal | undefined {
    const verdict = this.#verdicts.get(digest);
    return verdict === undefined || this.#expiryReason(verdict) !== undefined ? undefined : verdict.principal;
  }

  /** Returns the reason why a token with a valid signature is rejected; undefined otherwise. */
  problemOf(token: string): string | undefined {
    if (!looksLikeToken(token)) return undefined;
    if (token.length > MAX_TOKEN_LENGTH) return `a user token has at most ${MAX_TOKEN_LENGTH} characters`;
    const verdict = this.#verdicts.get(digestOf(token));
    return verdict && (this.#expiryReason(verdict) ?? verdict.problem);
  }

  #expiryReason({ signer, expiresAt }: Verdict): string | undefined {
    const now = this.#now();
    const current = this.#signers.get(signer.name);
    if (current === undefined || (current.expiresAt ?? Infinity) <= now)
      return "the signing key of the token has expired";
    return expiresAt <= now ? "exp: the token has expired" : undefined;
  }

  /** Returns the signer that the token's `kid` names, if its header is valid. */
  #signerOf(token: string): TokenSigner | undefined {
    if (this.#signers.size === 0 || !looksLikeToken(token) || token.length > MAX_TOKEN_LENGTH) return undefined;
    try {
      const { kid, alg } = headerOf(token);
      const signer = kid === undefined ? undefined : this.#signers.get(kid);
      return signer?.algorithm === alg ? signer : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns undefined for a token that this signer has not signed: forged tokens are not cached. */
  async #verify(token: string, signer: TokenSigner): Promise<Verdict | undefined> {
    const now = this.#now();
    const known = { signer, characters: token.length };
    // Loaded on demand: about fifty files that a service without signing keys never needs.
    const { errors, jwtVerify } = await import("jose");
    try {
      const { payload } = await jwtVerify(token, signer.key, {
        algorithms: [signer.algorithm],
        requiredClaims: ["iat", "exp"],
        clockTolerance: CLOCK_SKEW_S,
        currentDate: new Date(now),
      });
      const expiresAt = (payload.exp! + CLOCK_SKEW_S) * 1000;
      return { ...known, ...judge(payload, signer, now), expiresAt };
    } catch (error) {
      const problem = problemIn(error, errors);
      return problem === undefined ? undefined : { ...known, principal: undefined, problem, expiresAt: Infinity };
    }
  }
}

export const digestOf = (token: string): string => hash("sha256", token, "hex");

/**
 * Whether the string can be a JWT: three segments, the first of which is base64url of `{"`. Keys of the service contain
 * no dots.
 */
const looksLikeToken = (token: string): boolean => token.startsWith("ey") && token.includes(".");

const judge = (
  payload: Readonly<Record<string, unknown>>,
  signer: TokenSigner,
  now: number,
): Pick<Verdict, "principal" | "problem"> => {
  try {
    checkAudience(payload["aud"]);
    return { principal: principalOfToken(payload, signer.name, signer.limits, now / 1000), problem: undefined };
  } catch (error) {
    if (!(error instanceof ClaimProblem) && !(error instanceof DomainError)) throw error;
    return { principal: undefined, problem: error.message };
  }
};

const checkAudience = (aud: unknown): void => {
  if (aud === undefined || aud === AUDIENCE || (Array.isArray(aud) && aud.includes(AUDIENCE))) return;
  throw new ClaimProblem(`aud: must be ${AUDIENCE}, or be left out`);
};

/** Returns the unverified header of a token. For a string that is not a token, throws or returns any value. */
const headerOf = (token: string): { readonly kid?: string; readonly alg?: unknown } =>
  JSON.parse(Buffer.from(token.slice(0, token.indexOf(".")), "base64url").toString()) as object;

/** Returns the problem that the library found in the claims of a token with a valid signature. */
const problemIn = (error: unknown, errors: typeof import("jose").errors): string | undefined => {
  if (error instanceof errors.JWTExpired) return "exp: the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.claim}: ${error.message}`;
  return undefined;
};

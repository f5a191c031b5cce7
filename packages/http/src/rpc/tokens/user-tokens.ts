import { hash, type KeyObject } from "node:crypto";
import { DomainError } from "@quarry/plugin/domain";
import type { Principal } from "../handler.ts";
import { ClaimProblem, CLOCK_SKEW_S, type MostOfTokens, principalOfToken } from "./token-claims.ts";

/** A key whose tokens are let in. */
export interface TokenSigner {
  /** The `kid` of its tokens. */
  readonly name: string;
  readonly algorithm: "HS256" | "EdDSA";
  readonly key: KeyObject;
  readonly most: MostOfTokens;
  /** Epoch milliseconds; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** A header of HTTP has room for it, and a filter with some hundred groups. */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * Size of the cache of verified tokens, in characters of the tokens: some ten thousand of the usual length. An evicted
 * token is verified again.
 */
const KEPT_CHARACTERS = 4_194_304;

/** A token that an `aud` restricts to others than this service is not for it. */
const AUDIENCE = "quarry";

/** Cached result for a token with a valid signature. */
interface Verdict {
  readonly signer: TokenSigner;
  /** Undefined where it is not let in. */
  readonly principal: Principal | undefined;
  /** Reason of the refusal. Only a holder of the signing key can have made such a token, so it may be disclosed. */
  readonly problem: string | undefined;
  /** Epoch milliseconds, the skew of clocks included. */
  readonly expiresAt: number;
  readonly characters: number;
}

/**
 * Users' tokens: verified once each, then known by their SHA-256, so that a call with one costs as little as one with a
 * key. A signing key that is not among `signers` any more lets none in, however long its tokens had been known.
 */
export class UserTokens {
  readonly #now: () => number;
  readonly #verdicts = new Map<string, Verdict>();
  #characters = 0;
  #signers: ReadonlyMap<string, TokenSigner> = new Map();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** By name. Takes the place of all that there were. */
  set signers(signers: ReadonlyMap<string, TokenSigner>) {
    this.#signers = signers;
  }

  /** The verification that a token needs before anything can be said of it; undefined where it needs none. */
  verify(token: string): Promise<void> | undefined {
    const signer = this.#signerOf(token);
    const digest = signer && digestOf(token);
    if (digest === undefined || this.#verdicts.has(digest)) return undefined;
    return this.#verify(token, signer!).then((verdict) => {
      if (verdict !== undefined) this.#cache(digest, verdict);
    });
  }

  /** Caller of a verified token, by the token's digest. */
  principalOf(digest: string): Principal | undefined {
    const verdict = this.#verdicts.get(digest);
    if (verdict === undefined || this.#whyOver(verdict) !== undefined) return undefined;
    // A map keeps the order of insertion: what is used goes to the end.
    this.#verdicts.delete(digest);
    this.#verdicts.set(digest, verdict);
    return verdict.principal;
  }

  /** Reason why a token with a valid signature is refused; undefined otherwise. */
  problemOf(token: string): string | undefined {
    if (!looksLikeToken(token)) return undefined;
    if (token.length > MAX_TOKEN_LENGTH) return `a user token has at most ${MAX_TOKEN_LENGTH} characters`;
    const verdict = this.#verdicts.get(digestOf(token));
    return verdict && (this.#whyOver(verdict) ?? verdict.problem);
  }

  #whyOver({ signer, expiresAt }: Verdict): string | undefined {
    const now = this.#now();
    const current = this.#signers.get(signer.name);
    if (current === undefined || (current.expiresAt ?? Infinity) <= now) return "the signing key of the token is over";
    return expiresAt <= now ? "exp: the token is over" : undefined;
  }

  /** The signer that a token names by `kid`, if its header is one of ours. */
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

  /** Undefined for a token that this signer has not signed: nothing is kept of what anyone can make up. */
  async #verify(token: string, signer: TokenSigner): Promise<Verdict | undefined> {
    const now = this.#now();
    const known = { signer, characters: token.length };
    // Half a hundred files that a service without signing keys never needs.
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

  #cache(digest: string, verdict: Verdict): void {
    this.#forget(digest);
    this.#verdicts.set(digest, verdict);
    this.#characters += verdict.characters;
    for (const oldest of this.#verdicts.keys()) {
      if (this.#characters <= KEPT_CHARACTERS) return;
      this.#forget(oldest);
    }
  }

  #forget(digest: string): void {
    const verdict = this.#verdicts.get(digest);
    if (verdict === undefined) return;
    this.#verdicts.delete(digest);
    this.#characters -= verdict.characters;
  }
}

export const digestOf = (token: string): string => hash("sha256", token, "hex");

/** Three parts, of which the first is base64url of `{"`. Keys of the service have no dots. */
const looksLikeToken = (token: string): boolean => token.startsWith("ey") && token.includes(".");

const judge = (
  payload: Readonly<Record<string, unknown>>,
  signer: TokenSigner,
  now: number,
): Pick<Verdict, "principal" | "problem"> => {
  try {
    checkAudience(payload["aud"]);
    return { principal: principalOfToken(payload, signer.name, signer.most, now / 1000), problem: undefined };
  } catch (error) {
    if (!(error instanceof ClaimProblem) && !(error instanceof DomainError)) throw error;
    return { principal: undefined, problem: error.message };
  }
};

const checkAudience = (aud: unknown): void => {
  if (aud === undefined || aud === AUDIENCE || (Array.isArray(aud) && aud.includes(AUDIENCE))) return;
  throw new ClaimProblem(`aud: must be ${AUDIENCE}, or be left out`);
};

/** Header of a token, not verified. Throws, or returns anything, for a string that is no token. */
const headerOf = (token: string): { readonly kid?: string; readonly alg?: unknown } =>
  JSON.parse(Buffer.from(token.slice(0, token.indexOf(".")), "base64url").toString()) as object;

/** Problem that the library found in the claims of a token with a valid signature. */
const problemIn = (error: unknown, errors: typeof import("jose").errors): string | undefined => {
  if (error instanceof errors.JWTExpired) return "exp: the token is over";
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.claim}: ${error.message}`;
  return undefined;
};

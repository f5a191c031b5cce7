import { createHash } from "node:crypto";
import { FairScheduler, type SchedulerLimits } from "@quarry/plugin/scheduling";
import { Redacted } from "effect";
import { RateLimiter } from "./rate-limiter.ts";
import { DEFAULT_RATE_LIMITS, type RateLimits } from "./rate-limits.ts";

/** A provider, and the key that it is asked with. */
export interface LimitedProvider {
  /** Unique among all that are limited. */
  readonly name: string;
  readonly credential: Redacted.Redacted | undefined;
  readonly pace?: Partial<RateLimits> | undefined;
}

/** One batch computes while the next one gets ready, of any collection. */
export const LOCAL_LIMITS: SchedulerLimits = { concurrency: 2, concurrencyPerOwner: 2 };

/** Number of rate limiters from which those that are idle are removed; each takes about a kilobyte. */
const LIMITERS_BEFORE_SWEEP = 1_000;

/** One rate limiter for each provider and key: the limits of one key say nothing about another. */
export class RateLimiters {
  readonly #limiters = new Map<string, RateLimiter>();
  /** Of embedders without rate limits; there are as many as the config names. */
  readonly #local = new Map<string, FairScheduler>();
  readonly #onRecovered: (name: string) => void;

  /** `onRecovered` is called with the name of a provider that answers for the first time, or after it failed or was silent. */
  constructor(onRecovered: (name: string) => void = () => {}) {
    this.#onRecovered = onRecovered;
  }

  of({ name, credential, pace }: LimitedProvider): RateLimiter {
    const key = `${name}\n${digestOf(credential)}`;
    const known = this.#limiters.get(key);
    if (known !== undefined) return known;
    if (this.#limiters.size >= LIMITERS_BEFORE_SWEEP) this.#sweep();
    const limiter = new RateLimiter({ ...DEFAULT_RATE_LIMITS, ...pace }, () => this.#onRecovered(name));
    this.#limiters.set(key, limiter);
    return limiter;
  }

  /** Scheduler of the calls of an embedder that computes in this process and is asked without rate limits. */
  localOf(name: string): FairScheduler {
    const known = this.#local.get(name);
    if (known !== undefined) return known;
    const scheduler = new FairScheduler(LOCAL_LIMITS);
    this.#local.set(name, scheduler);
    return scheduler;
  }

  #sweep(): void {
    for (const [key, limiter] of this.#limiters) if (limiter.isIdle) this.#limiters.delete(key);
  }
}

/** Tells credentials apart without keeping them. */
export const digestOf = (credential: Redacted.Redacted | undefined): string =>
  credential === undefined ? "" : createHash("sha256").update(Redacted.value(credential)).digest("base64url");

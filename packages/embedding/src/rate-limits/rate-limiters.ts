import { createHash } from "node:crypto";
import { FairScheduler, type SchedulerLimits } from "@quarry/plugin/scheduling";
import { Redacted } from "effect";
import { RateLimiter } from "./rate-limiter.ts";
import { DEFAULT_RATE_LIMITS, type RateLimits } from "./rate-limits.ts";

/** Provider, and the API key used for it. */
export interface LimitedProvider {
  /** Unique name among all rate-limited providers. */
  readonly name: string;
  readonly credential: Redacted.Redacted | undefined;
  readonly pace?: Partial<RateLimits> | undefined;
}

/** One batch, of any collection, is computed while the next one is prepared. */
export const LOCAL_LIMITS: SchedulerLimits = { concurrency: 2, concurrencyPerOwner: 2 };

/** Number of rate limiters above which idle ones are removed. Each takes about a kilobyte. */
const LIMITERS_BEFORE_SWEEP = 1_000;

/** Rate limiters, one per provider and API key: the limits of one key are independent of the others. */
export class RateLimiters {
  readonly #limiters = new Map<string, RateLimiter>();
  /** Schedulers of embedders without rate limits, one per embedder in the config. */
  readonly #local = new Map<string, FairScheduler>();
  readonly #onRecovered: (name: string) => void;

  /**
   * Creates the rate limiters. `onRecovered` is called with the name of a provider that responds for the first time, or
   * after failures or silence.
   */
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

  /** Returns the scheduler of an embedder that computes in this process without rate limits. */
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

/** Returns a digest that identifies a credential without storing it. */
export const digestOf = (credential: Redacted.Redacted | undefined): string =>
  credential === undefined ? "" : createHash("sha256").update(Redacted.value(credential)).digest("base64url");

import type { PluginError } from "@quarry/plugin";
import { FairQueue, type Queued, type TokenBucket } from "@quarry/plugin/scheduling";
import { Cause, Deferred, Effect, Exit, Option } from "effect";
import { ProviderPaused } from "./provider-paused.ts";
import { bucketOf, type RateLimits, pauseAfter } from "./rate-limits.ts";

/** Call waiting for its slot. */
export interface Ticket {
  /** Kind of call. Queries go before documents, because a user waits for them. */
  readonly kind: "query" | "document";
  /** Owner of the call, for fair scheduling: owners take turns. */
  readonly owner: string;
  readonly tokens: number;
  /** Longest pause that the caller waits for. */
  readonly patienceMs: number;
  /** Whether the call is a retry. It goes before others of its owner, because it already had a slot. */
  readonly isRetry?: boolean;
}

interface Waiter extends Ticket, Queued {
  readonly granted: Deferred.Deferred<void, ProviderPaused>;
  grantedAt?: number;
  /** Number of slow-downs when the call was granted. Undefined while it waits. */
  epoch?: number;
}

/** Reason why callers should not begin now. */
export interface ProviderTrouble {
  /** Last failure. Undefined if nothing failed, but there is no response either. */
  readonly error: PluginError | undefined;
  /** Milliseconds for which calls are certain to be refused. */
  readonly pauseMs: number;
}

/** Duration of failures, or requested pause, above which an outage is not considered short. */
const TROUBLE_AFTER_MS = 1_000;
/**
 * Minimum time without any response after which the provider counts as silent. The limit is at least `SILENT_FACTOR`
 * times the usual call time.
 */
const SILENT_AFTER_MS = 2_000;
const SILENT_FACTOR = 3;
/** Decay factor per call of the remembered maximum call time. */
const TYPICAL_DECAY = 0.9;

/**
 * Rate limiter for the calls of one provider with one API key, with adaptive concurrency (additive increase,
 * multiplicative decrease). It starts at the configured concurrency, halves it when the provider refuses or fails, and
 * adds one for every round of successes. A pause requested by the provider applies to all calls and ends with a single
 * probe: a provider that refuses everything receives one call per pause, however many are waiting.
 */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #requests: TokenBucket | undefined;
  readonly #tokens: TokenBucket | undefined;
  readonly #queries = new FairQueue<Waiter>();
  readonly #documents = new FairQueue<Waiter>();
  #tickets = 0;
  #limit: number;
  #inFlight = 0;
  #inFlightSinceEpoch = 0;
  /** Number of slow-downs. Calls in progress during a slow-down do not cause another one. */
  #epoch = 0;
  #failures = 0;
  #failingSince: number | undefined;
  #pausedUntil = 0;
  #lastFailure: PluginError | undefined;
  #isProbing = false;
  /** Whether a probe for the provider's recovery is in flight. */
  #hasProber = false;
  #hasAnswered = false;
  /** Time since when the calls in flight have had no response. */
  #silentSince = 0;
  #typicalMs = 0;
  readonly #onRecovered: () => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  /** Maximum texts of a batch, if the provider has refused more. */
  maxTexts = Infinity;

  /**
   * Creates a limiter. `onRecovered` is called at the first response, and at each response after failures or silence.
   */
  constructor(limits: RateLimits, onRecovered: () => void = () => {}) {
    this.#onRecovered = onRecovered;
    const now = performance.now();
    this.#limits = limits;
    this.#limit = limits.concurrency;
    this.#requests = limits.requestsPerMinute === undefined ? undefined : bucketOf(limits.requestsPerMinute, now);
    this.#tokens = limits.tokensPerMinute === undefined ? undefined : bucketOf(limits.tokensPerMinute, now);
  }

  get limits(): RateLimits {
    return this.#limits;
  }

  /** Maximum tokens of one call, which keeps it within the allowance of a minute. */
  get maxTokens(): number {
    return this.#tokens === undefined ? Infinity : Math.max(1, Math.floor(this.#tokens.burst));
  }

  /** Milliseconds for which every call has failed; 0 if the last one succeeded. */
  get failingForMs(): number {
    return this.#failingSince === undefined ? 0 : performance.now() - this.#failingSince;
  }

  /** Reason why callers of this provider wait, or undefined while it responds. */
  get trouble(): ProviderTrouble | undefined {
    const now = performance.now();
    const pauseMs = Math.max(0, this.#pausedUntil - now);
    const isFailing = this.#isProbing && Math.max(pauseMs, this.failingForMs) > TROUBLE_AFTER_MS;
    if (isFailing) return { error: this.#lastFailure, pauseMs };
    return this.#isSilent(now) ? { error: undefined, pauseMs: 0 } : undefined;
  }

  /**
   * Admits expensive work. Returns the trouble, or a function that ends the admission. While the provider fails, admits
   * one caller at a time after each pause, as a probe.
   */
  enter(): ProviderTrouble | (() => void) {
    const { trouble } = this;
    if (trouble === undefined) return () => {};
    if (trouble.error === undefined || trouble.pauseMs > 0 || this.#hasProber) return trouble;
    this.#hasProber = true;
    return () => void (this.#hasProber = false);
  }

  /** Whether the limiter can be removed without any effect. */
  get isIdle(): boolean {
    const isFree = this.#inFlight === 0 && !this.#hasProber && this.#queries.length + this.#documents.length === 0;
    const isUnchanged = this.#failures === 0 && this.#limit === this.#limits.concurrency && this.maxTexts === Infinity;
    return isFree && isUnchanged && this.#requests === undefined && this.#tokens === undefined;
  }

  /** Makes the call when it is its turn. */
  run<A, E>(
    ticket: Ticket,
    call: Effect.Effect<A, PluginError | E>,
  ): Effect.Effect<A, PluginError | E | ProviderPaused> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const number = ++this.#tickets;
        const rank = ticket.isRetry === true ? -number : number;
        const waiter: Waiter = { ...ticket, rank, granted: Deferred.makeUnsafe<void, ProviderPaused>() };
        this.#admit(waiter);
        const granted = Effect.onExit(restore(Deferred.await(waiter.granted)), (exit) =>
          Exit.isFailure(exit) ? Effect.sync(() => this.#withdraw(waiter)) : Effect.void,
        );
        const settled = Effect.onExit(restore(call), (exit) => Effect.sync(() => this.#settle(waiter, exit)));
        return Effect.andThen(granted, settled);
      }),
    );
  }

  #admit(waiter: Waiter): void {
    const pauseMs = this.#pausedUntil - performance.now();
    if (pauseMs > waiter.patienceMs && this.#lastFailure !== undefined) {
      this.#refuse(waiter, this.#lastFailure, pauseMs);
      return;
    }
    this.#queueOf(waiter).add(waiter);
    this.#drain();
  }

  /** Removes an interrupted waiter, perhaps just after its call was granted. */
  #withdraw(waiter: Waiter): void {
    if (waiter.epoch === undefined) this.#queueOf(waiter).remove(waiter);
    else this.#release(waiter);
    this.#drain();
  }

  #settle(waiter: Waiter, exit: Exit.Exit<unknown, unknown>): void {
    const isAnswerAwaited = this.#recordEnd(waiter, Exit.isSuccess(exit));
    this.#release(waiter);
    const isCurrent = waiter.epoch === this.#epoch;
    if (Exit.isSuccess(exit)) {
      if (isCurrent) this.#speedUp();
      if (isAnswerAwaited) this.#onRecovered();
    } else {
      const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause));
      if (isOverload(failure)) this.#slowDown(failure, isCurrent);
      // Any other failure is still a response.
      else if (isCurrent && failure !== undefined) this.#speedUp();
    }
    this.#drain();
  }

  #release(waiter: Waiter): void {
    this.#inFlight -= 1;
    if (waiter.epoch === this.#epoch) this.#inFlightSinceEpoch -= 1;
  }

  /** Records the end of a call. Returns whether its response shows a recovery that callers may be waiting for. */
  #recordEnd({ kind, grantedAt = 0 }: Waiter, isAnswered: boolean): boolean {
    const now = performance.now();
    const isRecovery = !this.#hasAnswered || this.#isProbing || this.#isSilent(now);
    this.#silentSince = now;
    if (!isAnswered) return false;
    this.#hasAnswered = true;
    if (kind === "document") this.#typicalMs = Math.max(now - grantedAt, this.#typicalMs * TYPICAL_DECAY);
    return isRecovery;
  }

  #isSilent(now: number): boolean {
    const limitMs = Math.max(SILENT_AFTER_MS, SILENT_FACTOR * this.#typicalMs);
    return this.#inFlight > 0 && now - this.#silentSince > limitMs;
  }

  #speedUp(): void {
    this.#failures = 0;
    this.#failingSince = undefined;
    this.#isProbing = false;
    this.#limit = Math.min(this.#limits.concurrency, this.#limit + 1 / this.#limit);
  }

  #slowDown(error: PluginError, isCurrent: boolean): void {
    const now = performance.now();
    const requested = (error.retryAfterSeconds ?? 0) * 1000;
    this.#lastFailure = error;
    if (isCurrent) {
      this.#epoch += 1;
      this.#inFlightSinceEpoch = 0;
      this.#failures += 1;
      this.#failingSince ??= now;
      this.#limit = Math.max(1, this.#limit / 2);
    }
    // A single failing call among successful ones is not a provider outage. It waits by itself.
    const isPause = requested > 0 || (isCurrent && (error.reason === "rate_limited" || this.#failures > 1));
    if (!isPause) return;
    this.#isProbing = true;
    const pauseMs = requested > 0 ? requested : pauseAfter(this.#failures, this.#limits.firstPauseMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    for (const queue of [this.#queries, this.#documents]) {
      for (const waiter of queue.items()) {
        if (this.#pausedUntil - now <= waiter.patienceMs) continue;
        queue.remove(waiter);
        this.#refuse(waiter, error, this.#pausedUntil - now);
      }
    }
  }

  #refuse(waiter: Waiter, error: PluginError, pauseMs: number): void {
    Deferred.doneUnsafe(waiter.granted, Exit.fail(new ProviderPaused({ pauseMs, error })));
  }

  /** Grants as many calls as possible now, and sets a timer for the next one. */
  #drain(): void {
    for (;;) {
      const queue = this.#queries.length === 0 ? this.#documents : this.#queries;
      const next = queue.next();
      if (next === undefined) return this.#wakeAt(Infinity);
      const now = performance.now();
      if (this.#pausedUntil > now) return this.#wakeAt(this.#pausedUntil);
      if (!this.#hasCapacity()) return;
      const wait = Math.max(this.#requests?.waitFor(1, now) ?? 0, this.#tokens?.waitFor(next.tokens, now) ?? 0);
      if (wait > 0) return this.#wakeAt(now + wait);
      queue.take(next, 1);
      queue.end(next);
      this.#grant(next, now);
    }
  }

  #hasCapacity(): boolean {
    if (this.#isProbing) return this.#inFlightSinceEpoch === 0 && this.#inFlight < this.#limits.concurrency;
    return this.#inFlight < Math.floor(this.#limit);
  }

  #grant(waiter: Waiter, now: number): void {
    this.#requests?.use(1, now);
    this.#tokens?.use(waiter.tokens, now);
    if (this.#inFlight === 0) this.#silentSince = now;
    this.#inFlight += 1;
    this.#inFlightSinceEpoch += 1;
    waiter.grantedAt = now;
    waiter.epoch = this.#epoch;
    Deferred.doneUnsafe(waiter.granted, Exit.void);
  }

  #wakeAt(at: number): void {
    if (at === this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    if (at === Infinity) return;
    // A timer can fire slightly early; in this case it is set again. A delay above 2^31 ms would fire at once.
    const delay = Math.min(Math.ceil(at - performance.now()), 2 ** 31 - 1);
    this.#timer = setTimeout(() => {
      this.#timerAt = Infinity;
      this.#drain();
    }, delay);
  }

  #queueOf({ kind }: Waiter): FairQueue<Waiter> {
    return kind === "query" ? this.#queries : this.#documents;
  }
}

const isOverload = (failure: unknown): failure is PluginError => {
  const error = failure as Partial<PluginError> | undefined;
  return error?._tag === "PluginError" && error.isRetryable === true;
};

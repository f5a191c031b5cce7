import type { PluginError } from "@quarry/plugin";
import { FairQueue, type Queued, type TokenBucket } from "@quarry/plugin/scheduling";
import { Cause, Deferred, Effect, Exit, Option } from "effect";
import { ProviderPaused } from "./provider-paused.ts";
import { bucketOf, type RateLimits, pauseAfter } from "./rate-limits.ts";

/** A call that wants its turn. */
export interface Ticket {
  /** Queries go before documents: somebody waits for them. */
  readonly kind: "query" | "document";
  /** Owners take turns. */
  readonly owner: string;
  readonly tokens: number;
  /** The longest pause that is worth waiting for. */
  readonly patienceMs: number;
  /** Goes before the others of its owner: it had its turn already. */
  readonly isRetry?: boolean;
}

interface Waiter extends Ticket, Queued {
  readonly granted: Deferred.Deferred<void, ProviderPaused>;
  grantedAt?: number;
  /** The slow-down that was the last when it was let go; undefined while it waits. */
  epoch?: number;
}

/** Reason why callers shouldn't begin now. */
export interface ProviderTrouble {
  /** The last failure; undefined when nothing failed, but nothing is answered either. */
  readonly error: PluginError | undefined;
  /** Milliseconds for which calls are certain to be refused. */
  readonly pauseMs: number;
}

/** Failing for longer, or asking for a longer pause, is not over in the next moment. */
const TROUBLE_AFTER_MS = 1_000;
/** Without any answer for so long, and for so many times as long as its calls take, nobody knows whether it answers. */
const SILENT_AFTER_MS = 2_000;
const SILENT_FACTOR = 3;
/** Decay per call of the longest call time that is remembered. */
const USUAL_DECAY = 0.9;

/**
 * The calls of one provider with one key. Lets as many go at once as the provider bears: begins with all that are
 * configured, halves when it refuses or fails, and grows by one for every round of successes. A pause that the provider
 * asks for holds for every call, and ends with a single one that finds out whether it is over; so a provider that
 * refuses everything sees one call per pause, however much waits.
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
  /** Number of slow-downs: calls that were under way when one happened don't make another. */
  #epoch = 0;
  #failures = 0;
  #failingSince: number | undefined;
  #pausedUntil = 0;
  #lastFailure: PluginError | undefined;
  #isProbing = false;
  /** Whether a probe is in flight that finds out if the provider is back. */
  #hasProber = false;
  #hasAnswered = false;
  /** Since when there is no answer to the calls in flight. */
  #silentSince = 0;
  #usualMs = 0;
  readonly #onRecovered: () => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  /** Most texts of a batch, where the provider has refused more. */
  maxTexts = Infinity;

  /** `onRecovered` is called at the first answer, and at each that comes after failures or silence. */
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

  /** Most tokens of one call, so that it fits what a minute allows. */
  get maxTokens(): number {
    return this.#tokens === undefined ? Infinity : Math.max(1, Math.floor(this.#tokens.burst));
  }

  /** Milliseconds since when every call has failed; 0 when the last one succeeded. */
  get failingForMs(): number {
    return this.#failingSince === undefined ? 0 : performance.now() - this.#failingSince;
  }

  /** The reason why callers of this provider wait; undefined while it answers. */
  get trouble(): ProviderTrouble | undefined {
    const now = performance.now();
    const pauseMs = Math.max(0, this.#pausedUntil - now);
    const isFailing = this.#isProbing && Math.max(pauseMs, this.failingForMs) > TROUBLE_AFTER_MS;
    if (isFailing) return { error: this.#lastFailure, pauseMs };
    return this.#isSilent(now) ? { error: undefined, pauseMs: 0 } : undefined;
  }

  /**
   * For what would ask much: gives the trouble, or how to say that it has ended. While the provider fails, one at a time
   * gets through, after each pause, and finds out whether it is back.
   */
  enter(): ProviderTrouble | (() => void) {
    const { trouble } = this;
    if (trouble === undefined) return () => {};
    if (trouble.error === undefined || trouble.pauseMs > 0 || this.#hasProber) return trouble;
    this.#hasProber = true;
    return () => void (this.#hasProber = false);
  }

  /** Whether forgetting the limiter would change nothing. */
  get isIdle(): boolean {
    const isFree = this.#inFlight === 0 && !this.#hasProber && this.#queries.length + this.#documents.length === 0;
    const isAsNew = this.#failures === 0 && this.#limit === this.#limits.concurrency && this.maxTexts === Infinity;
    return isFree && isAsNew && this.#requests === undefined && this.#tokens === undefined;
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
        const turn = Effect.onExit(restore(Deferred.await(waiter.granted)), (exit) =>
          Exit.isFailure(exit) ? Effect.sync(() => this.#withdraw(waiter)) : Effect.void,
        );
        const settled = Effect.onExit(restore(call), (exit) => Effect.sync(() => this.#settle(waiter, exit)));
        return Effect.andThen(turn, settled);
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

  /** Removes a waiter that was interrupted, perhaps just after its call was granted. */
  #withdraw(waiter: Waiter): void {
    if (waiter.epoch === undefined) this.#queueOf(waiter).remove(waiter);
    else this.#leave(waiter);
    this.#drain();
  }

  #settle(waiter: Waiter, exit: Exit.Exit<unknown, unknown>): void {
    const isAnswerAwaited = this.#noteSign(waiter, Exit.isSuccess(exit));
    this.#leave(waiter);
    const isCurrent = waiter.epoch === this.#epoch;
    if (Exit.isSuccess(exit)) {
      if (isCurrent) this.#speedUp();
      if (isAnswerAwaited) this.#onRecovered();
    } else {
      const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause));
      if (isOverload(failure)) this.#slowDown(failure, isCurrent);
      // Any other failure is still an answer.
      else if (isCurrent && failure !== undefined) this.#speedUp();
    }
    this.#drain();
  }

  #leave(waiter: Waiter): void {
    this.#inFlight -= 1;
    if (waiter.epoch === this.#epoch) this.#inFlightSinceEpoch -= 1;
  }

  /** A call has ended. Whether its answer is news: somebody may wait for one. */
  #noteSign({ kind, grantedAt = 0 }: Waiter, isAnswered: boolean): boolean {
    const now = performance.now();
    const isNews = !this.#hasAnswered || this.#isProbing || this.#isSilent(now);
    this.#silentSince = now;
    if (!isAnswered) return false;
    this.#hasAnswered = true;
    if (kind === "document") this.#usualMs = Math.max(now - grantedAt, this.#usualMs * USUAL_DECAY);
    return isNews;
  }

  #isSilent(now: number): boolean {
    const limitMs = Math.max(SILENT_AFTER_MS, SILENT_FACTOR * this.#usualMs);
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
    // One call that fails among others that don't is its own matter; that one waits by itself.
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

  /** Lets go as many as may go now, and comes back when the next one may. */
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
    // A timer may fire a little early; then this one is set again. One above 2^31 ms would fire at once.
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

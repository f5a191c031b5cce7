import type { IncomingMessage } from "node:http";
import { DomainError } from "@quarry/plugin/domain";
import { TokenBuckets } from "@quarry/plugin/scheduling";
import { type Addresses, MAX_ADDRESSES, networkOf } from "./addresses.ts";

/**
 * Number of unknown keys, including sign-ins with them, that an address can try per minute without being slowed down.
 */
const TRIES_A_MINUTE = 100;
const TRIES = { burst: TRIES_A_MINUTE, perSecond: TRIES_A_MINUTE / 60, mostDebt: TRIES_A_MINUTE };

/** Delay of the answer to each further attempt. */
const DELAY_MS = 1_000;

/**
 * Maximum number of delayed answers at a time; each occupies a connection, or a call of one. Further ones are rejected.
 */
const MAX_DELAYED = 256;
const MAX_DELAYED_PER_ADDRESS = 16;

const RETRY_SECONDS = 60;

/** Slows down callers that guess keys. A valid key is never slowed down, wherever it comes from. */
export class BadKeys {
  readonly #addresses: Addresses;
  readonly #tries: TokenBuckets;
  readonly #pending = new Map<string, number>();
  #totalPending = 0;

  constructor(addresses: Addresses, now?: () => number) {
    this.#addresses = addresses;
    this.#tries = new TokenBuckets(TRIES, MAX_ADDRESSES, now);
  }

  /** Returns the caller's network. Call it while the connection is open, because a closed one has no address. */
  addressOf(request: IncomingMessage): string {
    return networkOf(this.#addresses.callerOf(request));
  }

  /** Records a call with an unknown key. */
  note(address: string): void {
    this.#tries.use(address);
  }

  isSuspect(address: string): boolean {
    return this.#tries.left(address) <= 0;
  }

  /** Waits before a suspect address is told that its key was wrong. Throws if too many already wait. */
  async delay(address: string): Promise<void> {
    const delayed = this.#pending.get(address) ?? 0;
    if (delayed >= MAX_DELAYED_PER_ADDRESS || this.#totalPending >= MAX_DELAYED) throw tooMany();
    this.#pending.set(address, delayed + 1);
    this.#totalPending += 1;
    await new Promise((resume) => setTimeout(resume, DELAY_MS).unref());
    this.#totalPending -= 1;
    const remaining = this.#pending.get(address)! - 1;
    if (remaining > 0) this.#pending.set(address, remaining);
    else this.#pending.delete(address);
  }
}

const tooMany = () =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many wrong keys from this address; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });

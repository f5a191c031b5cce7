import type { IncomingMessage } from "node:http";
import { DomainError } from "@quarry/plugin/domain";
import { TokenBuckets } from "@quarry/plugin/scheduling";
import { type Addresses, MOST_ADDRESSES, networkOf } from "./addresses.ts";

/** Keys that nobody has, and sign-ins with such, that an address may try in a minute without being slowed down. */
const TRIES_A_MINUTE = 100;
const TRIES = { burst: TRIES_A_MINUTE, perSecond: TRIES_A_MINUTE / 60, mostDebt: TRIES_A_MINUTE };

/** Delay of the answer to each further attempt. */
const DELAY_MS = 1_000;

/** Answers that wait at the same time; each holds a connection, or a call of one. The others are refused. */
const MOST_DELAYED = 256;
const HELD_PER_ADDRESS = 16;

const RETRY_SECONDS = 60;

/** Slows down callers that guess keys. A valid key is never slowed down, wherever it comes from. */
export class BadKeys {
  readonly #addresses: Addresses;
  readonly #tries: TokenBuckets;
  readonly #pending = new Map<string, number>();
  #pendingInAll = 0;

  constructor(addresses: Addresses, now?: () => number) {
    this.#addresses = addresses;
    this.#tries = new TokenBuckets(TRIES, MOST_ADDRESSES, now);
  }

  /** Call it while the connection stands: its address is gone with it. */
  addressOf(request: IncomingMessage): string {
    return networkOf(this.#addresses.callerOf(request));
  }

  /** Somebody came with a key that nobody has. */
  note(address: string): void {
    this.#tries.use(address);
  }

  isSuspect(address: string): boolean {
    return this.#tries.left(address) <= 0;
  }

  /** Waits before a suspect address learns that its key was wrong. Throws where too many wait already. */
  async delay(address: string): Promise<void> {
    const delayed = this.#pending.get(address) ?? 0;
    if (delayed >= HELD_PER_ADDRESS || this.#pendingInAll >= MOST_DELAYED) throw tooMany();
    this.#pending.set(address, delayed + 1);
    this.#pendingInAll += 1;
    await new Promise((resume) => setTimeout(resume, DELAY_MS).unref());
    this.#pendingInAll -= 1;
    const left = this.#pending.get(address)! - 1;
    if (left > 0) this.#pending.set(address, left);
    else this.#pending.delete(address);
  }
}

const tooMany = () =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many wrong keys from this address; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });

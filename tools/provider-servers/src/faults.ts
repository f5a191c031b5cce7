/** Fault of one call. */
export type Fault =
  /** 429 with `Retry-After` in seconds. */
  | "rate_limited"
  /** 429 that doesn't say how long. */
  | "rate_limited_silent"
  /** 429 that means "no money left". */
  | "quota_used_up"
  /** 403: the key may not do this. */
  | "forbidden"
  /** 404: no such model, or no such place. */
  | "not_found"
  /** 400 that has nothing to do with what was sent. */
  | "bad_request"
  /** 500 */
  | "server_error"
  /** 503 with a proxy's page. */
  | "proxy_error"
  /** The answer never comes. */
  | "hang"
  /** The body comes byte by byte, `slowByteMs` apart. */
  | "slow_body"
  /** The connection ends before the answer. */
  | "connection_reset"
  /** The connection ends within the answer. */
  | "body_reset"
  /** Half of the JSON, with a length that fits it. */
  | "cut_off"
  /** 200 with a page. */
  | "not_json"
  /** 200 with JSON of another protocol. */
  | "other_json"
  | "wrong_dimension"
  | "wrong_count"
  /** The entries in another order, each with its right index; for protocols that have indexes. */
  | "out_of_order"
  /** 400 whose message repeats the key, the whole request header and the input. */
  | "echo"
  /** 302 to another host. */
  | "redirect";

/** Probability of each fault, from 0 to 1; their sum is at most 1. */
export type FaultShares = Partial<Record<Fault, number>>;

/** Chooses the fault of each call: first those that were queued, then by the shares, the same for the same seed. */
export class FaultChooser {
  shares: FaultShares;
  readonly #queue: (Fault | "none")[] = [];
  #state: number;

  constructor(shares: FaultShares, seed: number) {
    this.shares = shares;
    this.#state = seed;
  }

  /** Queues the faults of the next calls, before those by shares. */
  queue(...faults: readonly (Fault | "none")[]): void {
    this.#queue.push(...faults);
  }

  next(): Fault | undefined {
    const queued = this.#queue.shift();
    if (queued !== undefined) return queued === "none" ? undefined : queued;
    let chance = this.#random();
    for (const [fault, share] of Object.entries(this.shares) as [Fault, number][]) {
      chance -= share;
      if (chance < 0) return fault;
    }
    return undefined;
  }

  /** mulberry32 */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** Fault of one call. */
export type Fault =
  /** 429 with `Retry-After` in seconds. */
  | "rate_limited"
  /** 429 without a retry time. */
  | "rate_limited_silent"
  /** 429 because the quota is exhausted. */
  | "quota_used_up"
  /** 403: the key lacks the permission. */
  | "forbidden"
  /** 404: the model or path doesn't exist. */
  | "not_found"
  /** 400 for a reason unrelated to the request. */
  | "bad_request"
  /** 500 */
  | "server_error"
  /** 503 with an HTML page of a proxy. */
  | "proxy_error"
  /** No response at all. */
  | "hang"
  /** The body is sent byte by byte, `slowByteMs` apart. */
  | "slow_body"
  /** The connection is closed before the response. */
  | "connection_reset"
  /** The connection is closed during the response. */
  | "body_reset"
  /** Half of the JSON, with a matching length. */
  | "cut_off"
  /** 200 with an HTML page. */
  | "not_json"
  /** 200 with JSON of another protocol. */
  | "other_json"
  | "wrong_dimension"
  | "wrong_count"
  /** Entries in another order, each with its correct index; for protocols with indexes. */
  | "out_of_order"
  /** 400 with a message that repeats the key, all request headers and the input. */
  | "echo"
  /** 302 to another host. */
  | "redirect";

/** Probability of each fault, from 0 to 1; their sum is at most 1. */
export type FaultShares = Partial<Record<Fault, number>>;

/** Chooses the fault of each call: queued faults first, then random ones by their shares, deterministic for a seed. */
export class FaultChooser {
  shares: FaultShares;
  readonly #queue: (Fault | "none")[] = [];
  #state: number;

  constructor(shares: FaultShares, seed: number) {
    this.shares = shares;
    this.#state = seed;
  }

  /** Queues the faults of the next calls, which precede random ones. */
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

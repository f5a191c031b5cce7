import { DomainError, unavailable } from "@quarry/plugin/domain";

/** Of what, and how much of it may be in memory at one time. */
export interface MemoryBounds {
  /** For messages: "requests". */
  readonly what: string;
  /** Bytes of all callers. */
  readonly all: number;
  /** The same, of one key; less, so that others still get in. */
  readonly ofKey: number;
  /** Bytes that each may hold without being counted. */
  readonly free: number;
}

/** Requests on their way in: three of the largest, two of one key. Queries don't wait for vectors. */
export const REQUESTS: MemoryBounds = {
  what: "requests",
  all: 192 * 1_048_576,
  ofKey: 128 * 1_048_576,
  free: 262_144,
};

/**
 * Most time that an unread request waits for memory while none becomes free. A loader with many connections just goes
 * slower.
 */
const WAIT_MS = 20_000;

/** The same while some does: less than the time after which a connection on which nothing moves is closed. */
const MAX_WAIT_MS = 100_000;

const RETRY_SECONDS = 2;

interface Wish {
  readonly owner: string;
  readonly bytes: number;
  readonly reserve: (bytes: number) => void;
}

interface Waiting extends Wish {
  readonly admit: () => void;
  /** Room has become free, though not enough for this one yet. */
  readonly waitOn: () => void;
}

/** Counts what one request, or one answer, holds. */
export interface Receipt {
  /**
   * Waits for room for all that is still to come. Fails with `resource_exhausted` or `unavailable`. Ask once: who held some
   * and waited for more would wait for others that do the same.
   */
  admit(bytes: number): Promise<void>;
  /** More has come than was admitted. Throws the same when there is no room: it can't be kept waiting for itself. */
  take(bytes: number): void;
  /** So much has come in all, and no more will: the rest of what was admitted is given back. */
  keep(bytes: number): void;
  /** The request is decoded, or given up. */
  release(): void;
}

/** Bounds the memory of requests, or of answers, on their way: however many there are, and however slow each is. */
export class MemoryBudget {
  readonly #bounds: MemoryBounds;
  readonly #byOwner = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds;
  }

  /** For one request of a key; callers without one share theirs. */
  open(key: string | undefined): Receipt {
    const owner = key ?? "";
    let came = 0;
    let counted = 0;
    const countable = (bytes: number) => Math.max(0, came + bytes - this.#bounds.free) - counted;
    let isReleased = false;
    const reserve = (bytes: number) => {
      // The request was abandoned while it waited.
      if (isReleased) return;
      counted += bytes;
      this.#add(owner, bytes);
    };
    const giveBack = (bytes: number) => {
      if (bytes === 0) return;
      reserve(-bytes);
      this.#admitWaiting();
    };
    return {
      admit: async (size) => {
        const bytes = countable(size);
        came += size;
        if (this.#refusal(owner, bytes) === undefined) reserve(bytes);
        else await this.#wait({ owner, bytes, reserve });
      },
      take: (size) => {
        const bytes = countable(size);
        const refusal = this.#refusal(owner, bytes);
        if (refusal !== undefined) throw refusal;
        came += size;
        reserve(bytes);
      },
      keep: (size) => {
        came = size;
        giveBack(Math.max(0, counted - Math.max(0, size - this.#bounds.free)));
      },
      release: () => {
        giveBack(counted);
        isReleased = true;
      },
    };
  }

  #refusal(owner: string, bytes: number): DomainError | undefined {
    if (bytes === 0) return undefined;
    if ((this.#byOwner.get(owner) ?? 0) + bytes > this.#bounds.ofKey) return tooManyOfKey(this.#bounds);
    return this.#total + bytes > this.#bounds.all ? tooMany(this.#bounds) : undefined;
  }

  #wait(wish: Wish): Promise<void> {
    const endsAt = performance.now() + MAX_WAIT_MS;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        ...wish,
        admit: () => {
          end();
          wish.reserve(wish.bytes);
          resolve();
        },
        waitOn: () => {
          if (performance.now() + WAIT_MS < endsAt) timer.refresh();
        },
      };
      const timer = setTimeout(() => {
        end();
        reject(this.#refusal(wish.owner, wish.bytes) ?? tooMany(this.#bounds));
      }, WAIT_MS).unref();
      this.#waiting.add(waiting);
    });
  }

  /** In the order in which they came, except those for which there is no room. */
  #admitWaiting(): void {
    for (const waiting of this.#waiting) {
      if (this.#refusal(waiting.owner, waiting.bytes) === undefined) waiting.admit();
      else waiting.waitOn();
    }
  }

  #add(owner: string, bytes: number): void {
    this.#total += bytes;
    const left = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}

const tooManyOfKey = ({ what, ofKey }: MemoryBounds) =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many large ${what} at once with this key: at most ${ofKey} bytes; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });

const tooMany = ({ what }: MemoryBounds) =>
  unavailable(`too many large ${what} at the same time; try again`, RETRY_SECONDS);

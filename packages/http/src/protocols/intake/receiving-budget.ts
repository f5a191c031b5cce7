import { DomainError, unavailable } from "@quarry/plugin/domain";

/** Bytes of requests that are in memory at one time, of all callers: three of the largest. */
const MAX_BYTES = 192 * 1_048_576;

/** The same, of one key: two of the largest. Others then still get in. */
const MAX_BYTES_OF_KEY = 128 * 1_048_576;

/** What every request may hold without being counted: queries don't wait for vectors. */
export const FREE_BYTES = 262_144;

/** How long a request waits for room, unread, while none becomes free. A loader with many connections just goes slower. */
const WAIT_MS = 20_000;

/** The same while some does: less than the time after which a connection on which nothing moves is closed. */
const MAX_WAIT_MS = 100_000;

const RETRY_SECONDS = 2;

interface Wish {
  readonly owner: string;
  readonly bytes: number;
  readonly hold: (bytes: number) => void;
}

interface Waiting extends Wish {
  readonly admit: () => void;
  /** Room has become free, though not enough for this one yet. */
  readonly waitOn: () => void;
}

/** Counts what one request holds. */
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

/** Bounds the memory of requests on their way in: however many come, and however slowly each. */
export class ReceivingBudget {
  readonly #byOwner = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  /** For one request of a key; callers without one share theirs. */
  open(key: string | undefined): Receipt {
    const owner = key ?? "";
    let came = 0;
    let counted = 0;
    const countable = (bytes: number) => Math.max(0, came + bytes - FREE_BYTES) - counted;
    let isReleased = false;
    const hold = (bytes: number) => {
      // It was given up while it waited.
      if (isReleased) return;
      counted += bytes;
      this.#add(owner, bytes);
    };
    const giveBack = (bytes: number) => {
      if (bytes === 0) return;
      hold(-bytes);
      this.#admitWaiting();
    };
    return {
      admit: async (size) => {
        const bytes = countable(size);
        came += size;
        if (this.#refusal(owner, bytes) === undefined) hold(bytes);
        else await this.#turn({ owner, bytes, hold });
      },
      take: (size) => {
        const bytes = countable(size);
        const refusal = this.#refusal(owner, bytes);
        if (refusal !== undefined) throw refusal;
        came += size;
        hold(bytes);
      },
      keep: (size) => {
        came = size;
        giveBack(Math.max(0, counted - Math.max(0, size - FREE_BYTES)));
      },
      release: () => {
        giveBack(counted);
        isReleased = true;
      },
    };
  }

  #refusal(owner: string, bytes: number): DomainError | undefined {
    if (bytes === 0) return undefined;
    if ((this.#byOwner.get(owner) ?? 0) + bytes > MAX_BYTES_OF_KEY) return tooManyOfKey();
    return this.#total + bytes > MAX_BYTES ? tooMany() : undefined;
  }

  #turn(wish: Wish): Promise<void> {
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
          wish.hold(wish.bytes);
          resolve();
        },
        waitOn: () => {
          if (performance.now() + WAIT_MS < endsAt) timer.refresh();
        },
      };
      const timer = setTimeout(() => {
        end();
        reject(this.#refusal(wish.owner, wish.bytes) ?? tooMany());
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

const tooManyOfKey = () =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many large requests at once with this key: at most ${MAX_BYTES_OF_KEY} bytes; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });

const tooMany = () => unavailable("too many large requests at the same time; try again", RETRY_SECONDS);

import { DomainError, unavailable } from "@quarry/plugin/domain";

/** Memory limits for one kind of data. */
export interface MemoryBounds {
  /** Kind of data, for error messages: "requests". */
  readonly dataKind: string;
  /** Bytes for all callers. */
  readonly all: number;
  /** Bytes for one key; fewer, so that other keys are still admitted. */
  readonly perKey: number;
  /** Bytes that each request or answer can use without being counted. */
  readonly free: number;
}

/** Limits for incoming requests: three of the maximum size, two of one key. Queries don't wait for vectors. */
export const REQUESTS: MemoryBounds = {
  dataKind: "requests",
  all: 192 * 1_048_576,
  perKey: 128 * 1_048_576,
  free: 262_144,
};

/**
 * Maximum time that an unread request waits while no memory is released. It applies back-pressure: a loader with many
 * connections just slows down.
 */
const WAIT_MS = 20_000;

/** Maximum wait while memory is being released: less than the idle timeout of a connection. */
const MAX_WAIT_MS = 100_000;

const RETRY_SECONDS = 2;

interface Waiting {
  readonly owner: string;
  readonly bytes: number;
  readonly admit: () => void;
  /** Extends the wait: memory was released, though not enough for this request yet. */
  readonly extendWait: () => void;
}

/** Counts the memory of one request or one answer. */
export interface Receipt {
  /**
   * Reserves memory for everything still to come, and waits for it. Fails with `resource_exhausted` or `unavailable`.
   * Call it once: requests that hold memory and wait for more could deadlock.
   */
  admit(bytes: number): Promise<void>;
  /** Counts bytes beyond the reservation. Throws the same errors if there is no memory: it can't wait for itself. */
  take(bytes: number): void;
  /** Sets the final size and releases the unused part of the reservation. */
  settle(bytes: number): void;
  /** Releases all memory, once the request is decoded or abandoned. */
  release(): void;
}

/** Bounds the memory of requests or answers in flight, however many there are and however slow each is. */
export class MemoryBudget {
  readonly #bounds: MemoryBounds;
  readonly #byOwner = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds;
  }

  /** Opens a receipt for one request of a key; callers without a key share one limit. */
  open(key: string | undefined): Receipt {
    const owner = key ?? "";
    let received = 0;
    let counted = 0;
    const countable = (bytes: number) => Math.max(0, received + bytes - this.#bounds.free) - counted;
    let isReleased = false;
    const reserve = (bytes: number) => {
      // The request was abandoned while it waited.
      if (isReleased) return;
      counted += bytes;
      this.#add(owner, bytes);
    };
    const releaseBytes = (bytes: number) => {
      if (bytes === 0) return;
      reserve(-bytes);
      this.#admitWaiting();
    };
    return {
      admit: async (size) => {
        const bytes = countable(size);
        received += size;
        if (this.#refusal(owner, bytes) === undefined) reserve(bytes);
        else await this.#wait(owner, bytes, () => reserve(bytes));
      },
      take: (size) => {
        const bytes = countable(size);
        const refusal = this.#refusal(owner, bytes);
        if (refusal !== undefined) throw refusal;
        received += size;
        reserve(bytes);
      },
      settle: (size) => {
        received = size;
        releaseBytes(Math.max(0, counted - Math.max(0, size - this.#bounds.free)));
      },
      release: () => {
        releaseBytes(counted);
        isReleased = true;
      },
    };
  }

  #refusal(owner: string, bytes: number): DomainError | undefined {
    if (bytes === 0) return undefined;
    if ((this.#byOwner.get(owner) ?? 0) + bytes > this.#bounds.perKey) return tooManyOfKey(this.#bounds);
    return this.#total + bytes > this.#bounds.all ? tooMany(this.#bounds) : undefined;
  }

  #wait(owner: string, bytes: number, reserve: () => void): Promise<void> {
    const endsAt = performance.now() + MAX_WAIT_MS;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        owner,
        bytes,
        admit: () => {
          end();
          reserve();
          resolve();
        },
        extendWait: () => {
          if (performance.now() + WAIT_MS < endsAt) timer.refresh();
        },
      };
      const timer = setTimeout(() => {
        end();
        reject(this.#refusal(owner, bytes) ?? tooMany(this.#bounds));
      }, WAIT_MS).unref();
      this.#waiting.add(waiting);
    });
  }

  /** Admits waiting requests in order of arrival, and skips those that do not fit yet. */
  #admitWaiting(): void {
    for (const waiting of this.#waiting) {
      if (this.#refusal(waiting.owner, waiting.bytes) === undefined) waiting.admit();
      else waiting.extendWait();
    }
  }

  #add(owner: string, bytes: number): void {
    this.#total += bytes;
    const remaining = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (remaining > 0) this.#byOwner.set(owner, remaining);
    else this.#byOwner.delete(owner);
  }
}

const tooManyOfKey = ({ dataKind, perKey }: MemoryBounds) =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many large ${dataKind} at once with this key: at most ${perKey} bytes; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });

const tooMany = ({ dataKind }: MemoryBounds) =>
  unavailable(`too many large ${dataKind} at the same time; try again`, RETRY_SECONDS);

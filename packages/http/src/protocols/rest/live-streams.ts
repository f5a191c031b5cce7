/** Reason why a stream is ended early. */
export type StopReason = "stopping" | "unauthenticated";

/** Yields the values of a source. Ends early when `stopped` resolves, and fails when it rejects. */
export async function* untilSettled<Value>(
  source: AsyncIterable<Value>,
  stopped: Promise<undefined>,
): AsyncGenerator<Value> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    void iterator.return?.().catch(() => undefined);
  }
}

/** Interval of the checks whether the keys of open streams are still valid. */
const SCAN_MS = 2_000;

interface LiveStream {
  readonly stop: (reason: StopReason) => void;
  /** `Authorization` header of the stream's request; undefined if none is needed. */
  readonly authorization: string | undefined;
  /** Whether the stream is still authorised beyond its key, such as by a session. */
  readonly isOpen: (() => boolean) | undefined;
}

/** Open endless streams. They are ended when the server stops, or when their key is revoked or expires. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>();
  readonly #isValid: (authorization: string) => boolean;
  #isStopped = false;
  #check: NodeJS.Timeout | undefined;

  constructor(isValid: (authorization: string) => boolean) {
    this.#isValid = isValid;
  }

  /**
   * Registers a stream by the function that ends it; returns a function that unregisters it. Ends the stream
   * immediately if the server is stopping.
   */
  add(stop: LiveStream["stop"], authorization?: string, isOpen?: LiveStream["isOpen"]): () => void {
    if (this.#isStopped) stop("stopping");
    const stream: LiveStream = { stop, authorization, isOpen };
    this.#streams.add(stream);
    if (authorization !== undefined) this.#check ??= setInterval(() => this.#endRevoked(), SCAN_MS).unref();
    return () => void this.#streams.delete(stream);
  }

  /** Ends all current and later streams. */
  stopAll(): void {
    this.#isStopped = true;
    clearInterval(this.#check);
    for (const { stop } of this.#streams) stop("stopping");
  }

  #endRevoked(): void {
    let keyed = 0;
    for (const { stop, authorization, isOpen } of this.#streams) {
      if (authorization === undefined) continue;
      keyed += 1;
      if (!this.#isValid(authorization) || isOpen?.() === false) stop("unauthenticated");
    }
    if (keyed > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }
}

/** Reason why a stream is ended early. */
export type StopReason = "stopping" | "unauthenticated";

/** Interval of the checks whether the keys of open streams are still valid. */
const SCAN_MS = 2_000;

interface LiveStream {
  readonly stop: (reason: StopReason) => void;
  /** The `Authorization` that it began with; undefined where none is needed. */
  readonly authorization: string | undefined;
  /** Whether what let it in, beyond its key, still holds. */
  readonly isOpen: (() => boolean) | undefined;
}

/** The endless answers that are under way, so that a server that stops, and a key that is revoked or over, can end them. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>();
  readonly #isValid: (authorization: string) => boolean;
  #isStopped = false;
  #check: NodeJS.Timeout | undefined;

  constructor(isValid: (authorization: string) => boolean) {
    this.#isValid = isValid;
  }

  /** Registers what ends a stream, and returns what takes it off again. Ends it at once when the server stops. */
  add(stop: LiveStream["stop"], authorization?: string, isOpen?: LiveStream["isOpen"]): () => void {
    if (this.#isStopped) stop("stopping");
    const stream: LiveStream = { stop, authorization, isOpen };
    this.#streams.add(stream);
    if (authorization !== undefined) this.#check ??= setInterval(() => this.#endRevoked(), SCAN_MS).unref();
    return () => void this.#streams.delete(stream);
  }

  /** Ends all streams, and every later one. */
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

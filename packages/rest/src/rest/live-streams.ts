/** The endless answers that are under way, so that a server that stops can end them. */
export class LiveStreams {
  readonly #stops = new Set<() => void>();
  #isStopped = false;

  /** Registers what ends a stream, and returns what takes it off again. Ends it at once when the server stops. */
  add(stop: () => void): () => void {
    if (this.#isStopped) stop();
    this.#stops.add(stop);
    return () => void this.#stops.delete(stop);
  }

  /** Ends all streams, and every later one. */
  stopAll(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }
}

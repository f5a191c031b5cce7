import type { ParsedFile } from "../parse-protocol.ts";

/**
 * Measures the time of parsing and of chunking separately, both without the time that the receiver of the chunks takes.
 */
export class ReadingWatch {
  #since = performance.now();
  #readingMs = 0;
  #chunkingMs = 0;

  /** Called when the parser has returned a value or ended. */
  pauseReading(): void {
    this.#readingMs += performance.now() - this.#since;
  }

  /** Called before the next value is requested from the parser. */
  resumeReading(): void {
    this.#since = performance.now();
  }

  chunking<A>(split: () => A): A {
    const since = performance.now();
    const result = split();
    this.#chunkingMs += performance.now() - since;
    return result;
  }

  get times(): Pick<ParsedFile, "cuttingMs" | "readingMs"> {
    return { readingMs: this.#readingMs, cuttingMs: this.#chunkingMs };
  }
}

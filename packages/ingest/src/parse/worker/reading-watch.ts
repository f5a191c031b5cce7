import type { ParsedFile } from "../parse-protocol.ts";

/**
 * Measures the parser's time and the time of chunking separately, and both without the time that the receiver of the
 * chunks takes.
 */
export class ReadingWatch {
  #since = performance.now();
  #readingMs = 0;
  #chunkingMs = 0;

  /** The parser has given something, or has come to its end. */
  hasRead(): void {
    this.#readingMs += performance.now() - this.#since;
  }

  /** The parser is asked for more. */
  readsOn(): void {
    this.#since = performance.now();
  }

  cutting<A>(split: () => A): A {
    const since = performance.now();
    const result = split();
    this.#chunkingMs += performance.now() - since;
    return result;
  }

  get times(): Pick<ParsedFile, "cuttingMs" | "readingMs"> {
    return { readingMs: this.#readingMs, cuttingMs: this.#chunkingMs };
  }
}

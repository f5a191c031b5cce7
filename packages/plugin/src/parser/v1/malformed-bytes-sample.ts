/** Size of the sample: enough text for a guess by character frequency, which is too slow for more. */
export const SAMPLE_BYTES = 65_536;
/** Most bytes kept before the first non-ASCII byte: they say nothing about the encoding. */
const LEAD_BYTES = 64;
const LINE_FEED = 0x0a;

/** Collects the lines with non-ASCII bytes, the only evidence of an encoding: a table or a log has few of them. */
export class NonAsciiSample {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  get isFull(): boolean {
    return this.#length >= SAMPLE_BYTES;
  }

  /**
   * Scans the next block of the file. Lines that are split between blocks are omitted if the sample has other lines.
   */
  add(block: Buffer): void {
    const isFirst = this.#parts.length === 0;
    let start = isFirst ? 0 : block.indexOf(LINE_FEED) + 1;
    while (!this.isFull && start < block.length) {
      const position = nextNonAsciiByte(block, start);
      if (position < 0) return;
      const lineStart = Math.max(start, block.lastIndexOf(LINE_FEED, position) + 1);
      const end = block.indexOf(LINE_FEED, position);
      const stop = end < 0 ? block.length : end + 1;
      if (end < 0 && this.#parts.length > 0) return;
      this.#take(
        block.subarray(this.#parts.length === 0 ? Math.max(lineStart, position - LEAD_BYTES) : lineStart, stop),
      );
      start = stop;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #take(line: Buffer): void {
    const part = Buffer.from(line.subarray(0, SAMPLE_BYTES - this.#length));
    this.#parts.push(part);
    this.#length += part.length;
  }
}

function nextNonAsciiByte(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at]! > 0x7f) return at;
  return -1;
}

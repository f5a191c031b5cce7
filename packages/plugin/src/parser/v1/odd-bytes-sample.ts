/** Enough text for a guess by the frequency of characters, which is slow: it never sees more. */
export const SAMPLE_BYTES = 65_536;
/** Most bytes that are kept in front of the first byte beyond ASCII: they say nothing about the encoding. */
const LEAD_BYTES = 64;
const LINE_FEED = 0x0a;

/** Collects the lines that hold bytes beyond ASCII, which alone tell an encoding: in a table or a log they are few. */
export class OddBytesSample {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  get isFull(): boolean {
    return this.#length >= SAMPLE_BYTES;
  }

  /** Looks through the next block of the file; lines that the blocks cut are left out where others are there. */
  add(block: Buffer): void {
    const isFirst = this.#parts.length === 0;
    let start = isFirst ? 0 : block.indexOf(LINE_FEED) + 1;
    while (!this.isFull && start < block.length) {
      const odd = nextOddByte(block, start);
      if (odd < 0) return;
      const lineStart = Math.max(start, block.lastIndexOf(LINE_FEED, odd) + 1);
      const end = block.indexOf(LINE_FEED, odd);
      const stop = end < 0 ? block.length : end + 1;
      if (end < 0 && this.#parts.length > 0) return;
      this.#take(block.subarray(this.#parts.length === 0 ? Math.max(lineStart, odd - LEAD_BYTES) : lineStart, stop));
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

function nextOddByte(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at]! > 0x7f) return at;
  return -1;
}

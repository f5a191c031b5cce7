const FIRST_BYTES = 65_536;
const FIRST_COUNT = 4_096;

/**
 * Stores many texts compactly: one UTF-8 buffer outside the heap. Separate strings would need a header each and
 * reference the file chunk they were sliced from.
 */
export class TextStore {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Offset of each text, and one more for the end. */
  #offsets = new Float64Array(FIRST_COUNT);
  #count = 0;

  get bytes(): number {
    return this.#offsets[this.#count]!;
  }

  get size(): number {
    return this.#count;
  }

  add(text: string): void {
    const start = this.bytes;
    // UTF-8 takes at most three bytes per UTF-16 code unit.
    this.#reserve(start + text.length * 3);
    if (this.#count + 2 > this.#offsets.length) this.#offsets = grown(this.#offsets);
    this.#offsets[++this.#count] = start + this.#buffer.write(text, start, "utf8");
  }

  /** Returns the length in bytes of the text at an index from 0, or 0 if there is none. */
  lengthOf(index: number): number {
    return this.#has(index) ? this.#offsets[index + 1]! - this.#offsets[index]! : 0;
  }

  /** Returns the text at an index from 0, or "" if there is none. */
  get(index: number): string {
    return this.#has(index) ? this.#buffer.toString("utf8", this.#offsets[index]!, this.#offsets[index + 1]!) : "";
  }

  #has(index: number): boolean {
    return Number.isInteger(index) && index >= 0 && index < this.#count;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    const buffer = Buffer.allocUnsafeSlow(Math.max(bytes, this.#buffer.length * 2));
    this.#buffer.copy(buffer, 0, 0, this.bytes);
    this.#buffer = buffer;
  }
}

function grown(offsets: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(offsets.length * 2);
  larger.set(offsets);
  return larger;
}

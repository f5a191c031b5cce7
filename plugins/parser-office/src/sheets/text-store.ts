const FIRST_BYTES = 65_536;
const FIRST_COUNT = 4_096;

/**
 * Many texts in little memory: one buffer of UTF-8 outside the heap, where as many strings would each take a header
 * and hold on to the piece of the file that they were cut from.
 */
export class TextStore {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Offset of each text; one more at the end. */
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
    // UTF-8 takes three bytes at most for each UTF-16 unit.
    this.#reserve(start + text.length * 3);
    if (this.#count + 2 > this.#offsets.length) this.#offsets = grown(this.#offsets);
    this.#offsets[++this.#count] = start + this.#buffer.write(text, start, "utf8");
  }

  /** Length in bytes of the text with a number, from 0; 0 where there is none. */
  lengthOf(index: number): number {
    return this.#has(index) ? this.#offsets[index + 1]! - this.#offsets[index]! : 0;
  }

  /** The text with a number, from 0; empty where there is none. */
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

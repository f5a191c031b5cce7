/** Bytes that grow as numbers and terms are appended. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1_024);
  length = 0;

  /** A whole number from 0 to 2^32 - 1, seven bits a byte, lowest first. */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  /** UTF-8 with its length before it. */
  term(term: string): void {
    // Terms have at most 64 UTF-16 units, so at most 192 bytes; two bytes hold any such length.
    const byteLength = Buffer.byteLength(term);
    this.varint(byteLength);
    this.#reserve(byteLength);
    this.length += this.#bytes.write(term, this.length);
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#reserve(end - start);
    this.#bytes.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** The bytes so far; valid until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + count));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}

/** Reads what `ByteWriter` wrote, from `offset` on. */
export class ByteReader {
  readonly bytes: Buffer;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  varint(): number {
    let byte = this.bytes[this.offset++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.bytes[this.offset++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  term(): string {
    const length = this.varint();
    const start = this.offset;
    this.offset += length;
    return this.bytes.toString("utf8", start, this.offset);
  }
}

const NO_MARK = new Uint8Array(0);

/** Number of bytes up to which a copy loop is faster than a call. */
const MAX_LOOP_COPY_BYTES = 48;

/** Growing byte buffer to which numbers and terms are appended. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1_024);
  length = 0;

  /** Writes an integer from 0 to 2^32 - 1 as LEB128: seven bits a byte, lowest first. */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  /** Writes a length-prefixed UTF-8 term. `mark` is a prefix of the term's bytes. */
  term(term: string, mark: Uint8Array = NO_MARK): void {
    if (term.length + mark.length < 128 && this.#ascii(term, mark)) return;
    const byteLength = Buffer.byteLength(term);
    this.varint(mark.length + byteLength);
    this.append(mark);
    this.#reserve(byteLength);
    this.length += this.#bytes.write(term, this.length);
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const count = end - start;
    this.#reserve(count);
    if (count > MAX_LOOP_COPY_BYTES) {
      this.#bytes.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.length);
    } else {
      const own = this.#bytes;
      for (let at = start, to = this.length; at < end; at++) own[to++] = bytes[at]!;
    }
    this.length += count;
  }

  /** Appends the bytes of another writer. */
  appendAll(other: ByteWriter): void {
    this.append(other.#bytes, 0, other.length);
  }

  /** Returns the bytes so far. They are valid until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /**
   * Fast path: writes a short ASCII term, as most are, without a call. Returns false and writes nothing if the term is
   * not ASCII.
   */
  #ascii(term: string, mark: Uint8Array): boolean {
    const count = mark.length + term.length;
    this.#reserve(1 + count);
    const bytes = this.#bytes;
    let to = this.length;
    bytes[to++] = count;
    for (let at = 0; at < mark.length; at++) bytes[to++] = mark[at]!;
    for (let at = 0; at < term.length; at++) {
      const code = term.charCodeAt(at);
      if (code > 127) return false;
      bytes[to++] = code;
    }
    this.length = to;
    return true;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + count));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}

/** Reads the data that `ByteWriter` wrote, from `offset` on. */
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
}

/**
 * Maximum load factor of the hash table: with more, lookups of sequences that are not tokens need too many comparisons.
 */
const MAX_LOAD_FACTOR = 0.5;

/**
 * Bits of a slot for the token's number, counted from 1. The higher bits contain the first bits of its hash, which rule
 * out most other tokens.
 */
const NUMBER_BITS = 18;
const NUMBER_MASK = 2 ** NUMBER_BITS - 1;

const LINE_END = 0x0a;
const SPACE = 0x20;
const EQUALS = 0x3d;
const DIGIT_ZERO = 0x30;

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SIX_BITS = new Uint8Array(128);
for (const [value, character] of [...BASE64].entries()) SIX_BITS[character.charCodeAt(0)] = value;

/**
 * Tokens of a byte-pair vocabulary with their ranks: a hash table in typed arrays over the tokens' bytes. As a `Map` of
 * strings, 200,000 tokens take 70 MB and six times as long to load, and each lookup creates a string.
 */
export class ByteRanks {
  /** Bytes of all tokens, concatenated; a token begins at its entry in `#starts` and ends where the next one begins. */
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  /** Hash table slots; 0 is a free slot. */
  readonly #slots: Uint32Array;
  /** Ranks of all byte pairs, the most frequent lookups; -1 if the pair is not a token. */
  readonly #pairs = new Int32Array(65_536).fill(-1);

  /**
   * Reads a tiktoken file: each line is a token's bytes in Base64, a space and its rank, which is the line's number.
   */
  constructor(file: Uint8Array) {
    const count = lineCount(file);
    if (count >= NUMBER_MASK) throw new RangeError(`a vocabulary of ${count} tokens: at most ${NUMBER_MASK - 1} fit`);
    this.#bytes = new Uint8Array(file.length);
    this.#starts = new Uint32Array(count + 1);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(count / MAX_LOAD_FACTOR)));
    this.#read(file, count);
  }

  /**
   * Returns the rank of the bytes from `start` to `end`, with one character (0-255) per byte; -1 if they are not a
   * token.
   */
  rankOf(bytes: string, start: number, end: number): number {
    if (end - start === 2) return this.#pairs[(bytes.charCodeAt(start) << 8) | bytes.charCodeAt(start + 1)]!;
    let hash = 0;
    for (let at = start; at < end; at++) hash = mixed(hash, bytes.charCodeAt(at));
    const slots = this.#slots;
    const last = slots.length - 1;
    const tag = hash >>> NUMBER_BITS;
    for (let slot = spread(hash) & last; ; slot = (slot + 1) & last) {
      const entry = slots[slot]!;
      if (entry === 0) return -1;
      const token = (entry & NUMBER_MASK) - 1;
      if (entry >>> NUMBER_BITS === tag && this.#is(token, bytes, start, end)) return token;
    }
  }

  #is(token: number, bytes: string, start: number, end: number): boolean {
    const from = this.#starts[token]!;
    if (this.#starts[token + 1]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes[from + at - start] !== bytes.charCodeAt(at)) return false;
    return true;
  }

  #read(file: Uint8Array, count: number): void {
    const last = this.#slots.length - 1;
    let end = 0;
    let at = 0;
    for (let token = 0; token < count; token++) {
      let hash = 0;
      let bits = 0;
      let bitCount = 0;
      for (; file[at] !== SPACE; at++) {
        if (file[at] === EQUALS) continue;
        bits = ((bits << 6) | SIX_BITS[file[at]!]!) & 0xfff;
        bitCount += 6;
        if (bitCount < 8) continue;
        bitCount -= 8;
        const byte = (bits >> bitCount) & 0xff;
        this.#bytes[end++] = byte;
        hash = mixed(hash, byte);
      }
      let rank = 0;
      for (at++; file[at] !== LINE_END; at++) rank = rank * 10 + file[at]! - DIGIT_ZERO;
      at++;
      this.#starts[token + 1] = end;
      if (rank !== token) throw new RangeError(`a vocabulary whose line ${token} has the rank ${rank}`);
      const from = this.#starts[token]!;
      if (end - from === 2) this.#pairs[(this.#bytes[from]! << 8) | this.#bytes[from + 1]!] = token;
      let slot = spread(hash) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = ((hash >>> NUMBER_BITS) << NUMBER_BITS) | (token + 1);
    }
  }
}

const lineCount = (file: Uint8Array): number => {
  let count = 0;
  for (let at = file.indexOf(LINE_END); at >= 0; at = file.indexOf(LINE_END, at + 1)) count++;
  return count;
};

const mixed = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193) ^ (hash >>> 15);

/** Mixes high bits into the low ones: the low bits of a product depend only on the low bits of its factors. */
const spread = (hash: number): number => hash ^ (hash >>> 16);

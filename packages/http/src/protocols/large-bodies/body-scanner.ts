import { MAX_JSON_CONTAINERS, MAX_JSON_DEPTH } from "../json/json-shape.ts";
import { NumberArrayReader, UNFINISHED } from "./number-array.ts";

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Number of containers around a field of a list item of the body: the body, the list, the item. */
const ITEM_DEPTH = 3;
const ITEM_KINDS = [OPEN_OBJECT, OPEN_ARRAY, OPEN_OBJECT];

/** Array of numbers: its range `start` to `end` in the text, and its range `first` to `last` in all numbers read. */
export interface NumberArraySpan {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Scans JSON text once, as it arrives. It checks the limits of the text's shape like `exceededShape`, and reads the
 * arrays of numbers that are values of certain keys of list items. The result is meaningful only if the text turns out
 * to be JSON.
 */
export class BodyScanner {
  readonly arrays: NumberArraySpan[] = [];
  /** Whether the text exceeds a limit of its shape; the rest is then not scanned. */
  isExceeded = false;
  readonly #bytes: Uint8Array;
  readonly #keys: readonly Uint8Array[];
  readonly #reader: NumberArrayReader;
  #at = 0;
  /** Kinds of the outermost containers. */
  readonly #kinds: number[] = [];
  #depth = 0;
  #containers = 0;
  #isInString = false;
  /** Start of the last string, after its opening quote, and its end. */
  #stringStart = 0;
  #stringEnd = 0;
  /** Whether the next value is that of one of the keys. */
  #isNumbersKey = false;

  /** `bytes` is the memory that the text is written to; `keys` are in UTF-8. */
  constructor(bytes: Uint8Array, keys: readonly Uint8Array[]) {
    this.#bytes = bytes;
    this.#keys = keys;
    this.#reader = new NumberArrayReader(bytes);
  }

  /** Numbers of all arrays that were found. */
  get numbers(): Float32Array<ArrayBuffer> {
    return this.#reader.numbers;
  }

  /** Continues the scan: the text has arrived up to `end`. */
  advance(end: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < end && !this.isExceeded) {
      if (this.#isInString) {
        at = this.#endOfString(at, end);
        if (this.#isInString) break;
      }
      for (; at < end; at++) {
        const byte = bytes[at]!;
        if (byte === QUOTE) {
          this.#isInString = true;
          this.#isNumbersKey = false;
          this.#stringStart = ++at;
          break;
        }
        if (byte === COLON) this.#isNumbersKey = this.#depth === ITEM_DEPTH && this.#isKey();
        else if (byte === OPEN_ARRAY && this.#isNumbersKey) {
          const next = this.#readNumbers(at, end);
          if (next === UNFINISHED) {
            this.#at = at;
            return;
          }
          at = next - 1;
        } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#open(byte);
        else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#depth -= 1;
        if (this.isExceeded) return;
      }
    }
    this.#at = at;
  }

  #endOfString(start: number, end: number): number {
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === BACKSLASH) {
        // The escaped character may not have arrived yet.
        if (at + 1 === end) return at;
        at += 1;
      } else if (byte === QUOTE) {
        this.#isInString = false;
        this.#stringEnd = at;
        return at + 1;
      }
    }
    return end;
  }

  /** Returns the position after the array, or after its bracket if it must be read as something else. */
  #readNumbers(start: number, end: number): number {
    const first = this.#reader.count;
    const after = this.#reader.read(start + 1, end);
    if (after === UNFINISHED) return UNFINISHED;
    this.#isNumbersKey = false;
    this.#open(OPEN_ARRAY);
    if (after < 0) return start + 1;
    this.#depth -= 1;
    this.arrays.push({ start, end: after, first, last: this.#reader.count });
    return after;
  }

  #open(kind: number): void {
    this.#isNumbersKey = false;
    if (this.#depth < ITEM_DEPTH) this.#kinds[this.#depth] = kind;
    this.#depth += 1;
    this.#containers += 1;
    this.isExceeded = this.#depth > MAX_JSON_DEPTH || this.#containers > MAX_JSON_CONTAINERS;
  }

  /** Whether the last string is one of the keys, in a list item of the body. */
  #isKey(): boolean {
    return (
      ITEM_KINDS.every((kind, depth) => this.#kinds[depth] === kind) && this.#keys.some((key) => this.#isText(key))
    );
  }

  #isText(text: Uint8Array): boolean {
    const start = this.#stringStart;
    return this.#stringEnd - start === text.length && text.every((byte, index) => this.#bytes[start + index] === byte);
  }
}

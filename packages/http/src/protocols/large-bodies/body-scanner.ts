import { MAX_JSON_CONTAINERS, MAX_JSON_DEPTH } from "../json/json-shape.ts";
import { NumberArrayReader, UNFINISHED } from "./number-array.ts";

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Containers around a field of an item of a list of the body: the body, the list, the item. */
const ITEM_DEPTH = 3;
const ITEM_KINDS = [OPEN_OBJECT, OPEN_ARRAY, OPEN_OBJECT];

/** An array of numbers that stands in the text from `start` to `end`, and its place among all numbers that were read. */
export interface FoundNumbers {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Goes once over JSON text as it arrives: checks its shape, as `exceededShape` does, and reads what the items of lists
 * hold under certain keys, where that is an array of numbers. What it finds means something only if the text turns out
 * to be JSON.
 */
export class BodyScanner {
  readonly found: FoundNumbers[] = [];
  /** Whether the text is beyond a limit of its shape; then the rest is not looked at. */
  isExceeded = false;
  readonly #bytes: Uint8Array;
  readonly #keys: readonly Uint8Array[];
  readonly #reader: NumberArrayReader;
  #at = 0;
  /** The kinds of the outermost containers. */
  readonly #kinds: number[] = [];
  #depth = 0;
  #containers = 0;
  #isInString = false;
  /** Where the last string began, behind its quote, and ended. */
  #stringStart = 0;
  #stringEnd = 0;
  /** Whether what comes now is the value of one of the keys. */
  #isWanted = false;

  /** `bytes` is the memory that the text arrives in, `keys` are in UTF-8. */
  constructor(bytes: Uint8Array, keys: readonly Uint8Array[]) {
    this.#bytes = bytes;
    this.#keys = keys;
    this.#reader = new NumberArrayReader(bytes);
  }

  /** The numbers of all arrays that were found. */
  get numbers(): Float32Array<ArrayBuffer> {
    return this.#reader.numbers;
  }

  /** Goes on: the text is there up to `end`. */
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
          this.#isWanted = false;
          this.#stringStart = ++at;
          break;
        }
        if (byte === COLON) this.#isWanted = this.#depth === ITEM_DEPTH && this.#isKey();
        else if (byte === OPEN_ARRAY && this.#isWanted) {
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

  /** Gives the place behind the array, or behind its bracket if it is to be read as anything else. */
  #readNumbers(start: number, end: number): number {
    const first = this.#reader.count;
    const after = this.#reader.read(start + 1, end);
    if (after === UNFINISHED) return UNFINISHED;
    this.#isWanted = false;
    this.#open(OPEN_ARRAY);
    if (after < 0) return start + 1;
    this.#depth -= 1;
    this.found.push({ start, end: after, first, last: this.#reader.count });
    return after;
  }

  #open(kind: number): void {
    this.#isWanted = false;
    if (this.#depth < ITEM_DEPTH) this.#kinds[this.#depth] = kind;
    this.#depth += 1;
    this.#containers += 1;
    this.isExceeded = this.#depth > MAX_JSON_DEPTH || this.#containers > MAX_JSON_CONTAINERS;
  }

  /** Whether the last string is one of the keys, of an item of a list of the body. */
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

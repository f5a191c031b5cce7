import { createHash, randomInt } from "node:crypto";
import { grown } from "../grown.ts";

/** Kinds of atoms. An atom's bytes are unique among those of its kind. */
export const STRING = 0;
/** Eight bytes, a double. */
export const NUMBER = 1;
export const BOOLEAN = 2;
/** A null within an array. */
export const NULL = 3;
/** A string that is no valid Unicode, and so has no UTF-8: its UTF-16. */
export const ODD_STRING = 4;
/** A string that is too long to be kept: its digest, which no other string has. */
export const LONG_STRING = 5;
/** An array: four bytes for each different element, its code in the column, in the order of the codes. */
export const LIST = 6;
/** A list for which there is no room: its digest. */
export const LONG_LIST = 7;
/** A string of which only its word in the postings is known, which another string may have as well: that word. */
export const WORD = 8;

export type AtomKind =
  | (typeof STRING | typeof ODD_STRING | typeof LONG_STRING)
  | (typeof NUMBER | typeof BOOLEAN | typeof NULL)
  | (typeof LIST | typeof LONG_LIST | typeof WORD);

/** Value of an atom; for an array, the codes of its elements. */
export type AtomValue = string | number | boolean | null | Uint32Array<ArrayBuffer>;

/** Longer strings are kept as digests: nobody looks for a part of them often, and they would fill the memory. */
const LONGEST_KEPT = 256;
/** When a path has so many bytes of strings, all others longer than a digest become digests. */
const MOST_KEPT = 32 * 1_048_576;
/** The same for lists, of which those of some rows would be: so much have sixteen elements of each of a million rows, if no two lists are equal. */
const MOST_LISTED = 64 * 1_048_576;
const DIGEST_BYTES = 16;
const NUMBER_BYTES = 8;
export const CODE_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Of the slots, the share that may be taken. */
const FULL_SHARE = 0.5;
const FIRST_SLOTS = 64;
const HASHES = 2 ** 32;
const FIRST_BYTES = 1_024;
/** Seed of hashes in this thread: nobody can send values that he knows to share one. */
const SEED = randomInt(HASHES);

/** A value as columns have it. One that is looked for in many columns is coded once. */
export interface CodedValue {
  readonly kind: AtomKind;
  readonly bytes: Buffer;
  /** Of an atom that begins with `SEED`. */
  readonly hash: number;
}

/** Codes a value; its bytes are in `scratch` where that is given and large enough. */
export const codedValue = (value: AtomValue, scratch?: Buffer): CodedValue => {
  switch (typeof value) {
    case "number": {
      const bytes = scratch ?? Buffer.alloc(NUMBER_BYTES);
      // Of the two zeros, one.
      bytes.writeDoubleLE(value + 0);
      return coded(NUMBER, bytes);
    }
    case "boolean":
      return coded(BOOLEAN, value ? TRUE : FALSE);
    case "string":
      return value.isWellFormed()
        ? codedText(Buffer.from(value))
        : codedText(Buffer.from(value, "utf16le"), ODD_STRING);
    default:
      return value === null ? coded(NULL, NOTHING) : coded(LIST, Buffer.from(value.buffer));
  }
};

/** The same for a string's bytes. */
export const codedText = (bytes: Buffer, kind: typeof STRING | typeof ODD_STRING = STRING): CodedValue =>
  bytes.length <= LONGEST_KEPT ? coded(kind, bytes) : coded(LONG_STRING, digestOf(kind, bytes));

export const codedWord = (bytes: Buffer): CodedValue => coded(WORD, bytes);

const coded = (kind: AtomKind, bytes: Buffer): CodedValue => ({ kind, bytes, hash: hashOf(SEED, kind, bytes) });

/**
 * The different values of a column, numbered as they came, as bytes side by side: a string's UTF-8 takes a third of what the
 * string takes, and its order is that of filters.
 */
export class Atoms {
  count = 0;
  /** End of each atom's bytes, exclusive. */
  ends = new Uint32Array(FIRST_SLOTS);
  kinds = new Uint8Array(FIRST_SLOTS);
  bytes: Buffer<ArrayBuffer> = Buffer.alloc(FIRST_BYTES);
  /** Whether there are lists among the atoms. */
  hasLists = false;
  /** Whether there are strings without UTF-8 of their own among the atoms. */
  hasOthers = false;
  /** Seed of hashes: that of the thread that stored them, else `SEED`. */
  seed = SEED;
  /** Atoms by hash, plus one; 0 where there is none. */
  #slots = new Int32Array(0);
  #hashes = new Uint32Array(FIRST_SLOTS);
  #view = new DataView(this.bytes.buffer);
  readonly #number = Buffer.alloc(NUMBER_BYTES);

  /** Arrays to be stored or filled: kinds, ends, hashes and bytes. */
  get parts(): readonly ArrayBufferView<ArrayBuffer>[] {
    const { count } = this;
    const numbers = [this.kinds.subarray(0, count), this.ends.subarray(0, count), this.#hashes.subarray(0, count)];
    return [...numbers, this.bytes.subarray(0, this.startOf(count))];
  }

  /** Makes room for so many with so many bytes, to be filled through `parts`; `restored` is to be called when they are. */
  restore(count: number, bytes: number, seed: number): void {
    this.seed = seed;
    const capacity = Math.max(count, FIRST_SLOTS);
    [this.kinds, this.ends, this.#hashes] = [
      new Uint8Array(capacity),
      new Uint32Array(capacity),
      new Uint32Array(capacity),
    ];
    this.#widen(bytes);
    this.count = count;
    if (count > 0) this.ends[count - 1] = bytes;
  }

  restored(): void {
    let slots = FIRST_SLOTS;
    while (this.count > slots * FULL_SHARE) slots *= 2;
    this.#rehash(slots);
    this.hasLists = this.kinds.some(isList);
    this.hasOthers = this.kinds.some(isOther);
  }

  /** Bytes of memory. */
  get size(): number {
    return (
      this.bytes.length +
      this.ends.byteLength +
      this.kinds.byteLength +
      this.#hashes.byteLength +
      this.#slots.byteLength
    );
  }

  startOf(atom: number): number {
    return atom === 0 ? 0 : this.ends[atom - 1]!;
  }

  numberOf(atom: number): number {
    return this.#view.getFloat64(this.startOf(atom), true);
  }

  /** Of a list, the code that stands at a byte. */
  codeAt(byte: number): number {
    return this.#view.getUint32(byte, true);
  }

  /** The order of an atom's bytes and of others. A call of `Buffer.compare` costs more than a look at a few bytes. */
  compare(atom: number, other: Buffer, otherStart: number, otherEnd: number): number {
    const { bytes } = this;
    const start = this.startOf(atom);
    const [length, otherLength] = [this.ends[atom]! - start, otherEnd - otherStart];
    const shorter = Math.min(length, otherLength);
    for (let i = 0; i < shorter; i += 1) {
      const difference = bytes[start + i]! - other[otherStart + i]!;
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** Of a string that is kept. */
  stringOf(atom: number): string {
    return this.bytes.toString(
      this.kinds[atom] === ODD_STRING ? "utf16le" : "utf8",
      this.startOf(atom),
      this.ends[atom],
    );
  }

  /** The atom of a value, which is added if it is new. */
  add(value: AtomValue): number {
    return this.addCoded(codedValue(value, this.#number));
  }

  addCoded(value: CodedValue): number {
    const found = this.find(value);
    if (found >= 0) return found;
    return this.#append(this.#isStored(value) ? value : longOf(value));
  }

  /** The atom of a value, or -1. */
  find(value: CodedValue): number {
    const found = this.#find(value);
    return found >= 0 || this.#isStored(value) ? found : this.#find(longOf(value));
  }

  /** Of those that were added before there were too many, none is looked for as a digest first. */
  #isStored({ kind, bytes: { length } }: CodedValue): boolean {
    const most = isString(kind) ? MOST_KEPT : MOST_LISTED;
    return this.startOf(this.count) < most || length <= DIGEST_BYTES || kind === WORD;
  }

  #hashOf({ kind, bytes, hash }: CodedValue): number {
    return this.seed === SEED ? hash : hashOf(this.seed, kind, bytes);
  }

  #find(value: CodedValue): number {
    if (this.count === 0) return -1;
    const { kind, bytes } = value;
    const hash = this.#hashOf(value);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const atom = this.#slots[slot]! - 1;
      if (atom < 0) return -1;
      if (this.#hashes[atom] === hash && this.kinds[atom] === kind && this.#isOf(atom, bytes)) return atom;
    }
  }

  #isOf(atom: number, bytes: Buffer): boolean {
    const start = this.startOf(atom);
    if (this.ends[atom]! - start !== bytes.length) return false;
    for (let i = 0; i < bytes.length; i += 1) if (this.bytes[start + i] !== bytes[i]) return false;
    return true;
  }

  #append(value: CodedValue): number {
    const { kind, bytes } = value;
    const atom = this.count;
    if (atom === this.ends.length) this.#enlarge();
    const start = this.startOf(atom);
    if (start + bytes.length > this.bytes.length) this.#widen(start + bytes.length);
    this.bytes.set(bytes, start);
    this.ends[atom] = start + bytes.length;
    this.kinds[atom] = kind;
    this.hasLists ||= isList(kind);
    this.hasOthers ||= isOther(kind);
    this.#hashes[atom] = this.#hashOf(value);
    this.count += 1;
    if (this.count > this.#slots.length * FULL_SHARE) this.#rehash(Math.max(FIRST_SLOTS, this.#slots.length * 2));
    else this.#putInSlot(atom);
    return atom;
  }

  #rehash(slots: number): void {
    this.#slots = new Int32Array(slots);
    for (let atom = 0; atom < this.count; atom += 1) this.#putInSlot(atom);
  }

  #putInSlot(atom: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashes[atom]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = atom + 1;
  }

  #enlarge(): void {
    const length = this.ends.length * 2;
    this.ends = grown(this.ends, length);
    this.kinds = grown(this.kinds, length);
    this.#hashes = grown(this.#hashes, length);
  }

  #widen(needed: number): void {
    const larger = Buffer.alloc(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
    this.#view = new DataView(larger.buffer, larger.byteOffset);
  }
}

const TRUE = Buffer.of(1);
const FALSE = Buffer.of(0);
const NOTHING = Buffer.alloc(0);

export const isString = (kind: number): boolean =>
  kind === STRING || kind === ODD_STRING || kind === LONG_STRING || kind === WORD;

const isOther = (kind: number): boolean => kind !== STRING && isString(kind);

const isList = (kind: number): boolean => kind === LIST || kind === LONG_LIST;

const longOf = ({ kind, bytes }: CodedValue): CodedValue =>
  coded(kind === LIST ? LONG_LIST : LONG_STRING, digestOf(kind, bytes));

const digestOf = (kind: AtomKind, bytes: Buffer): Buffer =>
  createHash("sha256").update(Buffer.of(kind)).update(bytes).digest().subarray(0, DIGEST_BYTES);

/** FNV-1a, mixed at its end: the slots are its lowest bits. */
const hashOf = (seed: number, kind: AtomKind, bytes: Buffer): number => {
  let hash = seed ^ kind;
  for (let i = 0; i < bytes.length; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};

import { createHash, randomInt } from "node:crypto";
import { grown } from "../grown.ts";

/** Kinds of atoms. An atom's bytes are unique among those of its kind. */
export const STRING = 0;
/** Eight bytes: a double. */
export const NUMBER = 1;
export const BOOLEAN = 2;
/** A null within an array. */
export const NULL = 3;
/** A string that is not well-formed Unicode and so has no UTF-8 form: its UTF-16 bytes. */
export const ODD_STRING = 4;
/** A string too long to store: its digest, which is unique to the string. */
export const LONG_STRING = 5;
/** An array: the column code of each distinct element, four bytes each, in ascending order of code. */
export const LIST = 6;
/** A list for which there is no space: its digest. */
export const LONG_LIST = 7;
/** A string of which only the term in the postings is known. Another string can have the same term. */
export const TERM = 8;

export type AtomKind =
  | (typeof STRING | typeof ODD_STRING | typeof LONG_STRING)
  | (typeof NUMBER | typeof BOOLEAN | typeof NULL)
  | (typeof LIST | typeof LONG_LIST | typeof TERM);

/** Value of an atom; for an array, the codes of its elements. */
export type AtomValue = string | number | boolean | null | Uint32Array<ArrayBuffer>;

/**
 * Longest string stored in full, in bytes. Longer ones are stored as digests: substring searches in them are rare, and
 * they would fill the memory.
 */
const MAX_STRING_LENGTH = 256;
/** Stored bytes of a path from which all further strings longer than a digest become digests. */
const MAX_STRING_BYTES = 32 * 1_048_576;
/**
 * Stored bytes of a path from which further lists longer than a digest become digests. Sixteen elements in each of a
 * million rows take this much if no two lists are equal.
 */
const MAX_LIST_BYTES = 64 * 1_048_576;
const DIGEST_BYTES = 16;
const NUMBER_BYTES = 8;
export const CODE_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Maximum load factor of the hash table. */
const MAX_LOAD_FACTOR = 0.5;
const FIRST_SLOTS = 64;
const HASHES = 2 ** 32;
const FIRST_BYTES = 1_024;
/** Hash seed of this thread. It is random, so clients can't construct values with colliding hashes. */
const SEED = randomInt(HASHES);

/** A value as stored in columns. A value that is searched for in many columns is encoded once. */
export interface CodedValue {
  readonly kind: AtomKind;
  readonly bytes: Buffer;
  /** Hash with `SEED` as the seed. */
  readonly hash: number;
}

/** Encodes a value. Uses `scratch` for the bytes of a number, if given. */
export const codedValue = (value: AtomValue, scratch?: Buffer): CodedValue => {
  switch (typeof value) {
    case "number": {
      const bytes = scratch ?? Buffer.alloc(NUMBER_BYTES);
      // Normalises -0 to 0.
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

/** Encodes the bytes of a string. */
export const codedText = (bytes: Buffer, kind: typeof STRING | typeof ODD_STRING = STRING): CodedValue =>
  bytes.length <= MAX_STRING_LENGTH ? coded(kind, bytes) : coded(LONG_STRING, digestOf(kind, bytes));

export const codedTerm = (bytes: Buffer): CodedValue => coded(TERM, bytes);

const coded = (kind: AtomKind, bytes: Buffer): CodedValue => ({ kind, bytes, hash: hashOf(SEED, kind, bytes) });

/**
 * Dictionary of a column's distinct values, numbered in order of arrival and stored as contiguous bytes. UTF-8 takes a
 * third of the memory of JavaScript strings, and its byte order is the order that filters use.
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
  /** Hash seed: the one of the thread that stored the atoms, otherwise `SEED`. */
  seed = SEED;
  /** Open-addressing hash table of atom numbers plus one; 0 for an empty slot. */
  #slots = new Int32Array(0);
  #hashes = new Uint32Array(FIRST_SLOTS);
  #view = new DataView(this.bytes.buffer);
  readonly #number = Buffer.alloc(NUMBER_BYTES);

  /** Arrays to store or fill: kinds, ends, hashes and bytes. */
  get parts(): readonly ArrayBufferView<ArrayBuffer>[] {
    const { count } = this;
    const numbers = [this.kinds.subarray(0, count), this.ends.subarray(0, count), this.#hashes.subarray(0, count)];
    return [...numbers, this.bytes.subarray(0, this.startOf(count))];
  }

  /** Allocates `count` atoms with `bytes` bytes in total. The caller fills `parts`, then calls `finishRestore`. */
  restore(count: number, bytes: number, seed: number): void {
    this.seed = seed;
    const capacity = Math.max(count, FIRST_SLOTS);
    this.kinds = new Uint8Array(capacity);
    this.ends = new Uint32Array(capacity);
    this.#hashes = new Uint32Array(capacity);
    this.#widen(bytes);
    this.count = count;
    if (count > 0) this.ends[count - 1] = bytes;
  }

  finishRestore(): void {
    let slots = FIRST_SLOTS;
    while (this.count > slots * MAX_LOAD_FACTOR) slots *= 2;
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

  /** Returns the code at a byte offset of a list. */
  codeAt(byte: number): number {
    return this.#view.getUint32(byte, true);
  }

  /** Compares an atom's bytes with other bytes. For a few bytes a loop is faster than a call of `Buffer.compare`. */
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

  /** Returns the text of a string that is stored in full. */
  stringOf(atom: number): string {
    return this.bytes.toString(
      this.kinds[atom] === ODD_STRING ? "utf16le" : "utf8",
      this.startOf(atom),
      this.ends[atom],
    );
  }

  /** Returns the atom of a value. Adds it if it is new. */
  add(value: AtomValue): number {
    return this.addCoded(codedValue(value, this.#number));
  }

  addCoded(value: CodedValue): number {
    const found = this.find(value);
    if (found >= 0) return found;
    return this.#append(this.#isStored(value) ? value : toDigest(value));
  }

  /** Returns the atom of a value, or -1. */
  find(value: CodedValue): number {
    const found = this.#find(value);
    return found >= 0 || this.#isStored(value) ? found : this.#find(toDigest(value));
  }

  /**
   * Whether a value is stored in full. Values added before the limit was reached must not be looked up by digest first.
   */
  #isStored({ kind, bytes: { length } }: CodedValue): boolean {
    const most = isString(kind) ? MAX_STRING_BYTES : MAX_LIST_BYTES;
    return this.startOf(this.count) < most || length <= DIGEST_BYTES || kind === TERM;
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
      if (this.#hashes[atom] === hash && this.kinds[atom] === kind && this.#hasBytes(atom, bytes)) return atom;
    }
  }

  #hasBytes(atom: number, bytes: Buffer): boolean {
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
    if (this.count > this.#slots.length * MAX_LOAD_FACTOR) this.#rehash(Math.max(FIRST_SLOTS, this.#slots.length * 2));
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
  kind === STRING || kind === ODD_STRING || kind === LONG_STRING || kind === TERM;

const isOther = (kind: number): boolean => kind !== STRING && isString(kind);

const isList = (kind: number): boolean => kind === LIST || kind === LONG_LIST;

const toDigest = ({ kind, bytes }: CodedValue): CodedValue =>
  coded(kind === LIST ? LONG_LIST : LONG_STRING, digestOf(kind, bytes));

const digestOf = (kind: AtomKind, bytes: Buffer): Buffer =>
  createHash("sha256").update(Buffer.of(kind)).update(bytes).digest().subarray(0, DIGEST_BYTES);

/** FNV-1a with a final mixing step, because the slot is taken from the lowest bits. */
const hashOf = (seed: number, kind: AtomKind, bytes: Buffer): number => {
  let hash = seed ^ kind;
  for (let i = 0; i < bytes.length; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};

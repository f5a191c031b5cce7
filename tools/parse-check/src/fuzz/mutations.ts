import type { Random } from "@quarry/services/kit";
import { unzipSync, zipSync } from "fflate";

/** Derives mutated bytes from a file; `other` is a file to copy from. */
export type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const MAX_FLIPS = 64;
/** Exponential distribution of block sizes: small blocks are more frequent. */
const MAX_BLOCK_EXPONENT = 14;

const blockOf = (bytes: Buffer, random: Random): readonly [start: number, end: number] => {
  const start = random.between(0, bytes.length);
  const length = 2 ** (random.next() * MAX_BLOCK_EXPONENT);
  return [start, Math.min(bytes.length, Math.floor(start + length))];
};

const flipBits: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let left = random.between(1, MAX_FLIPS); left > 0 && changed.length > 0; left--) {
    const index = random.between(0, changed.length - 1);
    changed[index] = changed[index]! ^ (1 << random.between(0, 7));
  }
  return changed;
};

/** Typical invalid values of lengths, counts and offsets. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const writeEdge: Mutation = (bytes, random) => {
  if (bytes.length < 4) return bytes;
  const changed = Buffer.from(bytes);
  const at = random.between(0, changed.length - 4);
  const value = random.pick(EDGES);
  if (random.chance(0.5)) changed.writeUInt32LE(value >>> 0, at);
  else changed.writeUInt32BE(value >>> 0, at);
  return changed;
};

const deleteBlock: Mutation = (bytes, random) => {
  const [start, end] = blockOf(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
};

const repeatBlock: Mutation = (bytes, random) => {
  const [start, end] = blockOf(bytes, random);
  const times = random.between(1, 20);
  const block = bytes.subarray(start, end);
  return Buffer.concat([bytes.subarray(0, end), ...Array.from({ length: times }, () => block), bytes.subarray(end)]);
};

const blankBlock: Mutation = (bytes, random) => {
  const [start, end] = blockOf(bytes, random);
  const changed = Buffer.from(bytes);
  changed.fill(random.pick([0, 0x20, 0xff]), start, end);
  return changed;
};

const truncate: Mutation = (bytes, random) => bytes.subarray(0, random.between(0, bytes.length));

const splice: Mutation = (bytes, random, other) => {
  const [start, end] = blockOf(other, random);
  const at = random.between(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), other.subarray(start, end), bytes.subarray(at)]);
};

/** Joins the beginning of one file and the end of another. */
const graft: Mutation = (bytes, random, other) =>
  Buffer.concat([bytes.subarray(0, random.between(0, bytes.length)), other.subarray(random.between(0, other.length))]);

/** Syntax fragments that often cause parser errors. */
const TOKENS = [
  ...["<", ">", "</", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE a [", "&#0;", "&#x110000;", "&a;", '"', "'"],
  ...["{", "}", "[", "]", "\\u0000", "\\ud800", "null", "1e999", "-", ",", ":", "\r\n", "\0", "\ufeff", "\u202e"],
  ...["endobj", "endstream", "stream\n", "obj", "<<", ">>", "/Type /Pages", "/Kids [", "xref", "0 R", "/Length 0"],
  ...["```", "---\n", "| ", "[]: ", "\t", ";", "\u2028", "\xff\xfe"],
];

const insertTokens: Mutation = (bytes, random) => {
  let changed = bytes;
  for (let left = random.between(1, 8); left > 0; left--) {
    const at = random.between(0, changed.length);
    changed = Buffer.concat([changed.subarray(0, at), Buffer.from(random.pick(TOKENS)), changed.subarray(at)]);
  }
  return changed;
};

/** Replaces decimal numbers by others: sizes, references, indexes. */
const changeNumber: Mutation = (bytes, random) => {
  const from = random.between(0, bytes.length);
  const at = bytes.findIndex((byte, index) => index >= from && byte >= 0x30 && byte <= 0x39);
  if (at === -1) return bytes;
  let end = at;
  while (end < bytes.length && bytes[end]! >= 0x30 && bytes[end]! <= 0x39) end++;
  const value = random.pick(["0", "-1", "1", "65536", "2147483648", "99999999999999999999", "1e9"]);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(value), bytes.subarray(end)]);
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flipBits,
  writeEdge,
  deleteBlock,
  repeatBlock,
  blankBlock,
  truncate,
  splice,
  graft,
  insertTokens,
  changeNumber,
};

const TEXT_PART = /\.(?:xml|rels)$/;
/** Low compression level: images and similar parts remain unchanged, so better compression would be wasted. */
const LEVEL = 1;

/** Limit on a part's memory: a header changed by a previous mutation may declare any size. */
const MAX_PART_BYTES = 16_777_216;

/** Mutates a part inside a zip and packs it again, so that the code that reads the parts is tested too. */
export const insideArchive =
  (mutation: Mutation): Mutation =>
  (bytes, random, other) => {
    let parts: Record<string, Uint8Array>;
    try {
      parts = unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= MAX_PART_BYTES });
    } catch {
      return mutation(bytes, random, other);
    }
    const names = Object.keys(parts).filter((name) => TEXT_PART.test(name));
    if (names.length === 0) return mutation(bytes, random, other);
    const name = random.pick(names);
    const roll = random.next();
    if (roll < 0.05) delete parts[name];
    else if (roll < 0.1) parts[name] = parts[random.pick(names)]!;
    else parts[name] = mutation(Buffer.from(parts[name]!), random, other);
    return Buffer.from(zipSync(parts, { level: LEVEL }));
  };

import type { Random } from "./random.ts";

/** Makes other bytes from given ones; `other` is a file to borrow from. */
export type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const MAX_FLIPS = 64;
/** Blocks are small more often than large. */
const MAX_BLOCK_EXPONENT = 14;

const blockOf = (bytes: Buffer, random: Random): readonly [start: number, end: number] => {
  const start = random.below(bytes.length + 1);
  const length = 2 ** (random.next() * MAX_BLOCK_EXPONENT);
  return [start, Math.min(bytes.length, Math.floor(start + length))];
};

const flipBits: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let left = 1 + random.below(MAX_FLIPS); left > 0 && changed.length > 0; left--) {
    const index = random.below(changed.length);
    changed[index] = changed[index]! ^ (1 << random.below(8));
  }
  return changed;
};

/** Values that lengths, counts and offsets take when something is wrong. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const writeEdge: Mutation = (bytes, random) => {
  if (bytes.length < 4) return bytes;
  const changed = Buffer.from(bytes);
  const at = random.below(changed.length - 3);
  const value = random.pick(EDGES);
  if (random.next() < 0.5) changed.writeUInt32LE(value >>> 0, at);
  else changed.writeUInt32BE(value >>> 0, at);
  return changed;
};

const deleteBlock: Mutation = (bytes, random) => {
  const [start, end] = blockOf(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
};

const repeatBlock: Mutation = (bytes, random) => {
  const [start, end] = blockOf(bytes, random);
  const times = 1 + random.below(20);
  const block = bytes.subarray(start, end);
  return Buffer.concat([bytes.subarray(0, end), ...Array.from({ length: times }, () => block), bytes.subarray(end)]);
};

const blankBlock: Mutation = (bytes, random) => {
  const [start, end] = blockOf(bytes, random);
  const changed = Buffer.from(bytes);
  changed.fill(random.pick([0, 0x20, 0xff]), start, end);
  return changed;
};

const truncate: Mutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1));

const splice: Mutation = (bytes, random, other) => {
  const [start, end] = blockOf(other, random);
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), other.subarray(start, end), bytes.subarray(at)]);
};

/** The beginning of one file and the end of another. */
const graft: Mutation = (bytes, random, other) =>
  Buffer.concat([bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(random.below(other.length + 1))]);

/** Pieces of syntax that parsers trip over. */
const TOKENS = [
  ...["<", ">", "</", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE a [", "&#0;", "&#x110000;", "&a;", '"', "'"],
  ...["{", "}", "[", "]", "\\u0000", "\\ud800", "null", "1e999", "-", ",", ":", "\r\n", "\0", "\ufeff", "\u202e"],
  ...["endobj", "endstream", "stream\n", "obj", "<<", ">>", "/Type /Pages", "/Kids [", "xref", "0 R", "/Length 0"],
  ...["```", "---\n", "| ", "[]: ", "\t", ";", "\u2028", "\xff\xfe"],
];

const insertTokens: Mutation = (bytes, random) => {
  let changed = bytes;
  for (let left = 1 + random.below(8); left > 0; left--) {
    const at = random.below(changed.length + 1);
    changed = Buffer.concat([changed.subarray(0, at), Buffer.from(random.pick(TOKENS)), changed.subarray(at)]);
  }
  return changed;
};

/** Numbers written as digits become other numbers: sizes, references, indices. */
const changeNumber: Mutation = (bytes, random) => {
  const from = random.below(bytes.length + 1);
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

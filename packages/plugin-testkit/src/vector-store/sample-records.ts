import type { JsonObject } from "@quarry/plugin/domain";
import type { VectorRecord } from "@quarry/plugin";

export const unit = (...parts: readonly number[]): Float32Array => scaled(parts);

/**
 * Scales a vector to length 1. Does not spread the numbers as arguments of one call: the largest dimension exceeds the
 * number of arguments that a call accepts.
 */
const scaled = (parts: readonly number[]): Float32Array => {
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  return Float32Array.from(parts, (part) => part / length);
};

/** Returns a unit vector that depends only on the seed. */
export const seededVector = (seed: number, dimension: number): Float32Array =>
  scaled(Array.from({ length: dimension }, (_, i) => Math.sin((seed + 1) * 12.9898 + (i + 1) * 78.233)));

export const record = (id: string, vector: Float32Array, metadata: JsonObject = {}, text = ""): VectorRecord => ({
  id,
  vector,
  metadata,
  text,
});

export const numbered = (count: number, dimension = 4, metadata: (i: number) => JsonObject = (i) => ({ n: i })) =>
  Array.from({ length: count }, (_, i) =>
    record(`r${String(i).padStart(5, "0")}`, seededVector(i, dimension), metadata(i), `text ${i}`),
  );

export const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Ids that break stores which use them in paths, expressions or URLs, or as native identifiers. */
export const ODD_IDS: readonly string[] = [
  "plain",
  "with space",
  "a/b/../c",
  "..",
  "%2F?x=1&y=2#z",
  `single'double"back\`tick`,
  "back\\slash\\",
  "größe",
  "gro\u0308ße",
  "日本語",
  "😀👩‍👩‍👧",
  "UPPER",
  "upper",
  "0",
  "-1",
  "null",
  "__proto__",
  "line\nbreak\ttab",
  "6F1C2F5E-3A44-4C0E-9A57-0D8F4F0C9B11",
  "6f1c2f5e-3a44-4c0e-9a57-0d8f4f0c9b11",
  "version\u001f0123456789abc",
  "version\u001f0123456789abd",
  "x".repeat(544),
  `${"x".repeat(543)}y`,
  "ü".repeat(544),
];

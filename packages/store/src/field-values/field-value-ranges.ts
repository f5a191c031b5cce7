import type { FilterCondition } from "@quarry/plugin/domain";
import {
  behind,
  DATE_NODES,
  fieldValue,
  type FieldPathDigest,
  KIND,
  NUMBER_NODES,
  numberBytes,
} from "./field-value-bytes.ts";

/** Field values from one up to another. */
export interface FieldValueRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

type Comparison = Extract<FilterCondition, { readonly op: "gt" | "gte" | "lt" | "lte" }>;

/** Values from one up to another; undefined: without an end. */
interface Interval {
  readonly from: Buffer | undefined;
  readonly to: Buffer | undefined;
}

/**
 * The field values that documents have whose values, numbers or strings, are in a range. Most of a range are nodes, which stand for
 * many values; values themselves are at its ends only. Strings that are no dates have no nodes.
 */
export const rangesOf = (
  path: FieldPathDigest,
  comparison: Pick<Comparison, "op" | "value">,
): readonly FieldValueRange[] => {
  const isNumber = typeof comparison.value === "number";
  const interval = isNumber
    ? shortened(intervalOf(comparison.op, numberBytes(comparison.value as number), behind))
    : intervalOf(comparison.op, Buffer.from(comparison.value as string), firstLonger);
  if (interval === undefined) return [];
  if (isNumber) return cover(path, NUMBER_NODES, 0, interval);
  return [...cover(path, { leaf: KIND.string, levels: [] }, 0, interval), ...cover(path, DATE_NODES, 0, interval)];
};

/**
 * Ends without the zeros that they end in: as numbers are eight bytes, each is on the same side of both. What is left of a round
 * number is often a node, so that none of the values under it is looked at.
 */
const shortened = (interval: Interval | undefined): Interval | undefined =>
  interval && { from: interval.from && withoutZeros(interval.from), to: interval.to && withoutZeros(interval.to) };

const withoutZeros = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
};

const firstLonger = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from([0])]);

/** `next` gives the first value behind one; undefined where there is none. */
const intervalOf = (
  op: Comparison["op"],
  bytes: Buffer,
  next: (bytes: Buffer) => Buffer | undefined,
): Interval | undefined => {
  switch (op) {
    case "gte":
      return { from: bytes, to: undefined };
    case "gt": {
      const from = next(bytes);
      return from && { from, to: undefined };
    }
    case "lt":
      return { from: undefined, to: bytes };
    case "lte":
      return { from: undefined, to: next(bytes) };
  }
};

/** A value that is shorter than a level's nodes is its own node there. */
const cover = (
  path: FieldPathDigest,
  nodes: typeof DATE_NODES,
  at: number,
  { from, to }: Interval,
): readonly FieldValueRange[] => {
  const level = nodes.levels[at];
  if (level === undefined) return [rangeIn(path, nodes.leaf, from, to)];
  const { kind, length } = level;
  const isCutFrom = from !== undefined && from.length > length;
  const isCutTo = to !== undefined && to.length > length;
  const first = isCutFrom ? behind(from.subarray(0, length)) : from;
  const last = isCutTo ? to.subarray(0, length) : to;
  const isBehindAll = isCutFrom && first === undefined;
  if (isBehindAll || (first !== undefined && last !== undefined && first.compare(last) >= 0)) {
    return cover(path, nodes, at + 1, { from, to });
  }
  return [
    rangeIn(path, kind, first, last),
    ...(isCutFrom ? cover(path, nodes, at + 1, { from, to: first }) : []),
    ...(isCutTo ? cover(path, nodes, at + 1, { from: last, to }) : []),
  ];
};

const rangeIn = (
  path: FieldPathDigest,
  kind: number,
  from: Buffer | undefined,
  to: Buffer | undefined,
): FieldValueRange => ({
  from: fieldValue(path, kind, from),
  to: to === undefined ? fieldValue(path, kind + 1) : fieldValue(path, kind, to),
});

/** All field values of a path of one kind, or of several that follow one another. */
export const kindRange = (path: FieldPathDigest, first: number, last = first): FieldValueRange => ({
  from: fieldValue(path, first),
  to: fieldValue(path, last + 1),
});

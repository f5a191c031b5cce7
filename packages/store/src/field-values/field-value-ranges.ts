import type { FilterCondition } from "@quarry/plugin/domain";
import {
  prefixSuccessor,
  DATE_NODES,
  fieldValue,
  type FieldPathDigest,
  KIND,
  NUMBER_NODES,
  numberBytes,
} from "./field-value-bytes.ts";

/** Range of field values, from `from` (inclusive) to `to` (exclusive). */
export interface FieldValueRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

type Comparison = Extract<FilterCondition, { readonly op: "gt" | "gte" | "lt" | "lte" }>;

/** Range of values. Undefined: unbounded. */
interface Interval {
  readonly from: Buffer | undefined;
  readonly to: Buffer | undefined;
}

/**
 * Returns the ranges of field values that cover a range of numbers or strings. Most are ranges of prefix nodes, each of
 * which covers many values; single values occur only near the ends. Strings that are not dates have no nodes.
 */
export const rangesOf = (
  path: FieldPathDigest,
  comparison: Pick<Comparison, "op" | "value">,
): readonly FieldValueRange[] => {
  const isNumber = typeof comparison.value === "number";
  const interval = isNumber
    ? trimZeros(intervalOf(comparison.op, numberBytes(comparison.value as number), prefixSuccessor))
    : intervalOf(comparison.op, Buffer.from(comparison.value as string), appendZero);
  if (interval === undefined) return [];
  if (isNumber) return coverInterval(path, NUMBER_NODES, 0, interval);
  return [
    ...coverInterval(path, { leaf: KIND.string, levels: [] }, 0, interval),
    ...coverInterval(path, DATE_NODES, 0, interval),
  ];
};

/**
 * Removes trailing zero bytes of the bounds: since numbers have eight bytes, each is on the same side of both forms. A
 * shortened round number is often a node, which avoids reading the values below it.
 */
const trimZeros = (interval: Interval | undefined): Interval | undefined =>
  interval && {
    from: interval.from && trimTrailingZeros(interval.from),
    to: interval.to && trimTrailingZeros(interval.to),
  };

const trimTrailingZeros = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
};

const appendZero = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from([0])]);

/** `next` returns the first value after a value, or undefined if there is none. */
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

/** Covers an interval level by level. A value shorter than a level's nodes is its own node there. */
const coverInterval = (
  path: FieldPathDigest,
  nodes: typeof DATE_NODES,
  depth: number,
  { from, to }: Interval,
): readonly FieldValueRange[] => {
  const level = nodes.levels[depth];
  if (level === undefined) return [rangeIn(path, nodes.leaf, from, to)];
  const { kind, length } = level;
  const isFromInsideNode = from !== undefined && from.length > length;
  const isToInsideNode = to !== undefined && to.length > length;
  const first = isFromInsideNode ? prefixSuccessor(from.subarray(0, length)) : from;
  const last = isToInsideNode ? to.subarray(0, length) : to;
  const isPastLastNode = isFromInsideNode && first === undefined;
  if (isPastLastNode || (first !== undefined && last !== undefined && first.compare(last) >= 0)) {
    return coverInterval(path, nodes, depth + 1, { from, to });
  }
  return [
    rangeIn(path, kind, first, last),
    ...(isFromInsideNode ? coverInterval(path, nodes, depth + 1, { from, to: first }) : []),
    ...(isToInsideNode ? coverInterval(path, nodes, depth + 1, { from: last, to }) : []),
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

/** Range of all field values of a path of one kind, or of several consecutive kinds. */
export const kindRange = (path: FieldPathDigest, first: number, last = first): FieldValueRange => ({
  from: fieldValue(path, first),
  to: fieldValue(path, last + 1),
});

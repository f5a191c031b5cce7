import { describeValue } from "@quarry/plugin/domain";
import { WrongAnswer } from "../wrong-answer.ts";

/** Allowed deviation of a vector's length from 1: half precision is off by less. */
const LENGTH_TOLERANCE = 0.01;

export interface ExpectedVector {
  /** Undefined: any, but at least 1. */
  readonly dimension: number | undefined;
  readonly mayBeZero: boolean;
}

/** A vector of unit length: one pass over its numbers, and none of them looked at by itself. */
export const readVector = (value: unknown, { dimension, mayBeZero }: ExpectedVector, what: string): Float32Array => {
  if (!(value instanceof Float32Array)) {
    throw new WrongAnswer(`${what} must be a Float32Array, it is ${describeValue(value)}`);
  }
  if (dimension === undefined ? value.length === 0 : value.length !== dimension) {
    throw new WrongAnswer(`${what} has ${value.length} numbers, and must have ${dimension ?? "some"}`);
  }
  let squares = 0;
  for (let index = 0; index < value.length; index += 1) squares += value[index]! * value[index]!;
  // A double holds the square of any float32 and many of them, so only NaN and infinity end here.
  if (!Number.isFinite(squares)) throw new WrongAnswer(`${what} holds what is no finite number`);
  if (squares === 0 && mayBeZero) return value;
  const length = Math.sqrt(squares);
  if (Math.abs(length - 1) <= LENGTH_TOLERANCE) return value;
  throw new WrongAnswer(`${what} has the length ${Number(length.toPrecision(3))}, and must have 1`);
};

import { describeValue } from "@quarry/plugin/domain";
import { WrongAnswer } from "../wrong-answer.ts";

/** Allowed deviation of a vector's length from 1: half precision is off by less. */
const LENGTH_TOLERANCE = 0.01;

export interface ExpectedVector {
  /** Expected dimension. Undefined for any dimension of at least 1. */
  readonly dimension: number | undefined;
  readonly mayBeZero: boolean;
}

/** Validates a vector of unit length in a single pass, without checking individual numbers. */
export const readVector = (value: unknown, { dimension, mayBeZero }: ExpectedVector, label: string): Float32Array => {
  if (!(value instanceof Float32Array)) {
    throw new WrongAnswer(`${label} must be a Float32Array, it is ${describeValue(value)}`);
  }
  if (dimension === undefined ? value.length === 0 : value.length !== dimension) {
    throw new WrongAnswer(`${label} has ${value.length} numbers, and must have ${dimension ?? "some"}`);
  }
  let squares = 0;
  for (let index = 0; index < value.length; index += 1) squares += value[index]! * value[index]!;
  // A double can hold the sum of many squares of any float32: only NaN and infinity make it non-finite.
  if (!Number.isFinite(squares)) throw new WrongAnswer(`${label} has a non-finite number`);
  if (squares === 0 && mayBeZero) return value;
  const length = Math.sqrt(squares);
  if (Math.abs(length - 1) <= LENGTH_TOLERANCE) return value;
  throw new WrongAnswer(`${label} has the length ${Number(length.toPrecision(3))}, and must have 1`);
};

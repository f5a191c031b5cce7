import { WireError } from "./wire-error.ts";

/** Validates a count that a peer declares: at least 1. */
export const declaredCount = (field: string, value: number): number => {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new WireError(`${field} is ${value}, but must be at least 1`);
};

const MAX_UINT32 = 0xffff_ffff;

/** Converts a count, which can be infinite, to a uint32. */
export const wireCount = (count: number): number => Math.min(MAX_UINT32, count);

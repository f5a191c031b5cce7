import type { Filter } from "@quarry/plugin/domain";
import { WrongAnswer } from "../wrong-answer.ts";
import { readObject } from "./read-values.ts";

/** Maximum depth: deeper than any filter in a request, and safe for this thread's stack. */
const MAX_DEPTH = 100;

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));

/** Validates a residual filter tree from a store. */
export const readFilter = (value: unknown, depth = 0): Filter => {
  const filter = readObject(value, "a residual filter");
  if (depth > MAX_DEPTH) throw new WrongAnswer("a residual filter that never ends");
  if (filter["op"] === "and" || filter["op"] === "or") {
    const parts = filter["filters"];
    if (!Array.isArray(parts) || parts.length === 0) throw new WrongAnswer("a residual filter with an empty part");
    for (const part of parts) readFilter(part, depth + 1);
  } else if (!isCondition(filter)) throw new WrongAnswer("a residual filter with an invalid condition");
  return value as Filter;
};

const isCondition = ({ op, path, negated, value, values }: Readonly<Record<string, unknown>>): boolean => {
  if (typeof path !== "string" || typeof negated !== "boolean") return false;
  switch (op) {
    case "exists":
      return true;
    case "eq":
      return value === null || isScalar(value);
    case "contains":
      return isScalar(value);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
    case "in":
      return Array.isArray(values) && values.every(isScalar);
    default:
      return false;
  }
};

import {
  type Filter,
  type FilterCondition,
  type FilterScalar,
  isJsonObject,
  type JsonValue,
} from "@quarry/plugin/domain";
import { WireError } from "./wire-error.ts";

/** Serialises a filter in the host's own form, for a peer with the host's own filter code. */
export const hostFilterJson = (filter: Filter): string => JSON.stringify(filter);

/**
 * Parses a filter. Rejects unknown content instead of ignoring it: the filter is an access filter, and the other side
 * may have another version.
 */
export const hostFilterOf = (json: string): Filter => {
  try {
    return filterOf(JSON.parse(json) as JsonValue);
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError("a filter that is not JSON");
  }
};

const filterOf = (value: JsonValue | undefined): Filter => {
  if (!isJsonObject(value)) throw unknown("part");
  const op = value["op"];
  if (op !== "and" && op !== "or") return conditionOf(value);
  const filters = value["filters"];
  if (!Array.isArray(filters) || filters.length === 0) throw unknown(op);
  return { op, filters: (filters as readonly JsonValue[]).map(filterOf) };
};

const conditionOf = (value: Readonly<Record<string, JsonValue>>): FilterCondition => {
  const { op, path, negated, value: operand, values } = value;
  if (typeof path !== "string" || typeof negated !== "boolean") throw unknown("condition");
  switch (op) {
    case "exists":
      return { op, path, negated };
    case "eq":
      if (operand !== null && !isScalar(operand)) throw unknown(op);
      return { op, path, value: operand, negated };
    case "contains":
      if (!isScalar(operand)) throw unknown(op);
      return { op, path, value: operand, negated };
    case "in":
      if (!Array.isArray(values) || !values.every(isScalar)) throw unknown(op);
      return { op, path, values: values as readonly FilterScalar[], negated };
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      if (typeof operand !== "string" && typeof operand !== "number") throw unknown(op);
      return { op, path, value: operand, negated };
    default:
      throw unknown(typeof op === "string" ? op.slice(0, 20) : "condition");
  }
};

const isScalar = (value: unknown): value is FilterScalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

const unknown = (what: string): WireError =>
  new WireError(`a filter with a ${what} that this version does not know: use the same version on both sides`);

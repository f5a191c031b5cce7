import { describeValue, isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import { invalid } from "./problems.ts";

const COMPARISONS = new Set(["eq", "ne", "gt", "gte", "lt", "lte", "in", "nin"]);

/** Maximum nesting: far beyond practical filters. The service's own limit on conditions applies too. */
const MAX_DEPTH = 16;

/** Converts a filter to the syntax of `/v1`. It checks only the structure; the parser of `/v1` checks the rest. */
export const toFilter = (filter: JsonValue, path = "filters", depth = 1): JsonObject => {
  if (!isJsonObject(filter)) throw invalid(path, `must be an object, got ${describeValue(filter)}`, "invalid_type");
  if (depth > MAX_DEPTH) throw invalid(path, `is nested deeper than ${MAX_DEPTH} levels`);
  const { type, key, value, filters } = filter as Readonly<Record<string, JsonValue | undefined>>;
  if (type === "and" || type === "or") {
    if (!Array.isArray(filters) || filters.length === 0) {
      throw invalid(`${path}.filters`, `must be a non-empty array, got ${describeValue(filters)}`);
    }
    return { [`$${type}`]: filters.map((item, index) => toFilter(item, `${path}.filters[${index}]`, depth + 1)) };
  }
  if (typeof type !== "string" || !COMPARISONS.has(type)) {
    throw invalid(`${path}.type`, `must be one of ${[...COMPARISONS].join(", ")}, and, or, got ${describeValue(type)}`);
  }
  if (typeof key !== "string" || key === "" || key.startsWith("$")) {
    throw invalid(`${path}.key`, `must be the name of an attribute, got ${describeValue(key)}`);
  }
  if (value === undefined) throw invalid(`${path}.value`, "is required", "missing_required_parameter");
  return { [key]: { [`$${type}`]: value } };
};

import { canonicalValue, composed } from "./canonical-value.ts";
import type { Filter } from "./filter.ts";

/**
 * Returns the filter with its paths and operands in canonical form, as engines compare them. The operand of `$contains`
 * is in NFC only: strings are searched for it as they were sent, and array elements for its canonical form. Idempotent.
 */
export const canonicalFilter = (filter: Filter): Filter => {
  if (filter.op === "and" || filter.op === "or") return { ...filter, filters: filter.filters.map(canonicalFilter) };
  const path = composed(filter.path);
  switch (filter.op) {
    case "exists":
      return { ...filter, path };
    case "in":
      return { ...filter, path, values: filter.values.map(canonicalValue) };
    case "contains":
      return { ...filter, path, value: typeof filter.value === "string" ? composed(filter.value) : filter.value };
    default:
      return { ...filter, path, value: canonicalValue(filter.value) } as Filter;
  }
};

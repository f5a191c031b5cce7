import { compileFacts, compileFilter, type Filter, type FilterPredicate } from "@quarry/plugin";
import type { SqlParameters } from "./sql-parameters.ts";
import { toCondition } from "./to-condition.ts";

/** A filter, split into the part that the server applies and the residual to check. */
export interface AppliedFilter {
  readonly condition: string;
  readonly residual?: Filter;
  /** Present with a residual: whether an entry's metadata matches it. */
  readonly matches?: FilterPredicate;
}

export const applyFilter = (filter: Filter | undefined, parameters: SqlParameters): AppliedFilter => {
  if (filter === undefined) return { condition: "true" };
  const { query, residual } = compileFacts(filter);
  const condition = toCondition(query, parameters);
  return residual === undefined ? { condition } : { condition, residual, matches: compileFilter(residual) };
};

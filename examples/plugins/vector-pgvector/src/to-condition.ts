import type { FactQuery } from "@quarry/plugin";
import { toPostgresText } from "./postgres-text.ts";
import type { SqlParameters } from "./sql-parameters.ts";

const OPERATORS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
/** Positions of a path's bounds in its array. */
const BOUNDS = { least: 0, greatest: 1 } as const;

/** Converts a fact query to a condition on the columns `facts` and `numbers`. */
export const toCondition = (query: FactQuery, parameters: SqlParameters): string => {
  switch (query.op) {
    case "all":
      return "true";
    case "none":
      return "false";
    case "has":
      return `facts && ${words(query.words, parameters)}`;
    case "lacks":
      return `not (facts && ${words(query.words, parameters)})`;
    case "number": {
      const path = parameters.add(toPostgresText(query.path));
      const value = parameters.add(query.value);
      // Null if the path has no number, which a condition treats as false; no enclosing condition negates it.
      const bound = `(numbers -> ${path}::text ->> ${BOUNDS[query.bound]})::float8`;
      return `${bound} ${OPERATORS[query.compare]} ${value}::float8`;
    }
    case "and":
    case "or":
      return `(${query.parts.map((part) => toCondition(part, parameters)).join(` ${query.op} `)})`;
  }
};

const words = (input: readonly string[], parameters: SqlParameters): string =>
  `${parameters.add(input.map(toPostgresText))}::text[]`;

import { compileFacts, type FactQuery } from "@quarry/plugin";
import type { Filter } from "@quarry/plugin/domain";
import { numberField } from "./stored-row.ts";

/** Expression that is true for every row, because an expression must not be empty. */
export const EVERY_ROW = 'id >= ""';

/** Converts a fact query to a Milvus expression. `none` must be handled by the caller. */
export const toExpression = (query: Exclude<FactQuery, { readonly op: "none" }>): string => {
  switch (query.op) {
    case "all":
      return EVERY_ROW;
    case "has":
      return contains("facts", query.words);
    case "lacks":
      return `not ${contains("facts", query.words)}`;
    case "number":
      return `${numberField(query.path, query.bound)} ${COMPARISONS[query.compare]} ${query.value}`;
    default:
      return query.parts
        .map((part) => `(${toExpression(part as Exclude<FactQuery, { readonly op: "none" }>)})`)
        .join(` ${query.op} `);
  }
};

const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Returns a condition: the array contains one of these terms. */
export const contains = (field: string, words: readonly string[]): string =>
  words.length === 1
    ? `array_contains(${field}, ${literal(words[0]!)})`
    : `array_contains_any(${field}, [${words.map(literal).join(", ")}])`;

/** Returns a text as a literal of the expression language. */
export const literal = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;

/** Returns a condition: the field has one of these values. */
export const isOneOf = (values: readonly string[], field = "id"): string =>
  `${field} in [${values.map(literal).join(", ")}]`;

/** Compiles a filter to a Milvus expression, with the residual to check. Returns undefined if nothing can match. */
export const serverFilter = (
  filter: Filter | undefined,
): { readonly expression: string; readonly residual?: Filter } | undefined => {
  if (filter === undefined) return { expression: EVERY_ROW };
  const { query, residual } = compileFacts(filter);
  if (query.op === "none") return undefined;
  return { expression: toExpression(query), ...(residual !== undefined && { residual }) };
};

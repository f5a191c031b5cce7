import type { FactQuery } from "@quarry/plugin";
import { numberField } from "./stored-row.ts";

/** Something that holds for every row: an expression must not be empty. */
export const EVERY_ROW = 'id >= ""';

/** A fact query in Milvus's words. `none` is the caller's to answer. */
export const toExpression = (query: Exclude<FactQuery, { readonly op: "none" }>): string => {
  switch (query.op) {
    case "all":
      return EVERY_ROW;
    case "has":
      return contains(query.words);
    case "lacks":
      return `not ${contains(query.words)}`;
    case "number":
      return `${numberField(query.path, query.bound)} ${COMPARISONS[query.compare]} ${query.value}`;
    default:
      return query.parts
        .map((part) => `(${toExpression(part as Exclude<FactQuery, { readonly op: "none" }>)})`)
        .join(` ${query.op} `);
  }
};

const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

const contains = (words: readonly string[]): string =>
  words.length === 1
    ? `array_contains(facts, ${literal(words[0]!)})`
    : `array_contains_any(facts, [${words.map(literal).join(", ")}])`;

/** A text as the expression language takes it. */
export const literal = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;

/** Rows of these ids. */
export const isOneOf = (ids: readonly string[]): string => `id in [${ids.map(literal).join(", ")}]`;

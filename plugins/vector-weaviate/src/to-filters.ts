import type { FactQuery } from "@quarry/plugin";
import { withoutNumbers, type WordQuery } from "./number-words.ts";
import { digestOf, FACTS, hasNumberWord } from "./stored-object.ts";
import type { Filters } from "./weaviate-stub.ts";

/** Operator numbers of Weaviate (`Filters.Operator` in its protocol, version 1). */
const OPERATOR = { and: 7, or: 8, has: 12, lacks: 14 } as const;

/** Converts a fact query to Weaviate filters; undefined for all. `none` must be handled by the caller. */
export const toFilters = (query: FactQuery): Filters | "none" | undefined => {
  const words = simplified(withoutNumbers(query, hasNumberWord));
  if (words.op === "all") return undefined;
  return words.op === "none" ? "none" : filtersOf(words);
};

/** Returns a condition: the object has one of these UUIDs. */
export const hasId = (uuids: readonly string[]): Filters => hasAny("_id", uuids);

/** Returns a condition: the property has one of these values. */
export const hasAny = (property: string, values: readonly string[]): Filters =>
  condition(property, OPERATOR.has, values);

/** Returns a condition: the property has values, but none of these. */
export const hasNone = (property: string, values: readonly string[]): Filters =>
  condition(property, OPERATOR.lacks, values);

export const allOf = (filters: readonly Filters[]): Filters =>
  filters.length === 1 ? filters[0]! : { operator: OPERATOR.and, filters };

const filtersOf = (query: Exclude<WordQuery, { readonly op: "all" } | { readonly op: "none" }>): Filters =>
  "parts" in query
    ? {
        operator: OPERATOR[query.op],
        filters: query.parts.map((part) => filtersOf(part as Parameters<typeof filtersOf>[0])),
      }
    : condition(FACTS, OPERATOR[query.op], query.words.map(digestOf));

const condition = (property: string, operator: number, values: readonly string[]): Filters => ({
  operator,
  target: { property },
  valueTextArray: { values: [...values] },
});

/** Removes `all` and `none` from a tree, which can't express them. A range may turn out to be empty. */
const simplified = (query: WordQuery): WordQuery => {
  if (query.op !== "and" && query.op !== "or") return query;
  const parts = query.parts.map(simplified);
  const decisive = query.op === "and" ? "none" : "all";
  const idle = query.op === "and" ? "all" : "none";
  if (parts.some(({ op }) => op === decisive)) return { op: decisive };
  const left = parts.filter(({ op }) => op !== idle);
  return left.length > 1 ? { op: query.op, parts: left } : (left[0] ?? { op: idle });
};

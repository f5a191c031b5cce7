import type { Filter } from "@quarry/plugin/domain";
import { compileFacts, type FactQuery } from "@quarry/plugin";
import { valueDigestOf, FIELDS, pathRange } from "./stored-document.ts";

/** Query in the server's query language. */
export type Query = Readonly<Record<string, unknown>>;

/** Form of a filter that the server can apply. */
export interface ServerFilter {
  /** Matches documents of the collection only. */
  readonly query: Query;
  /** Part of the filter that the server can't check; it is applied to the metadata. */
  readonly residual?: Filter;
}

/** Compiles a filter for the server; undefined if nothing can match. */
export const serverFilter = (generation: string, filter: Filter | undefined): ServerFilter | undefined => {
  const own: Query = { term: { [FIELDS.generation]: generation } };
  if (filter === undefined) return { query: own };
  const { query, residual } = compileFacts(filter);
  if (query.op === "none") return undefined;
  const rest = residual === undefined ? {} : { residual };
  if (query.op === "all") return { query: own, ...rest };
  const requested = toQuery(generation, query);
  return { query: isOwn(query) ? requested : { bool: { filter: [own, requested] } }, ...rest };
};

/**
 * Whether the query can't match another collection's documents, whose digests differ. Then no condition on the
 * collection's name is needed.
 */
const isOwn = (query: FactQuery): boolean => {
  switch (query.op) {
    case "has":
    case "number":
      return true;
    case "and":
      return query.parts.some(isOwn);
    case "or":
      return query.parts.every(isOwn);
    default:
      return false;
  }
};

const toQuery = (generation: string, query: FactQuery): Query => {
  switch (query.op) {
    case "all":
      return { match_all: {} };
    case "none":
      return { match_none: {} };
    case "has":
      return hasOne(generation, query.words);
    case "lacks":
      return { bool: { must_not: [hasOne(generation, query.words)] } };
    case "number":
      return numberQuery(generation, query);
    default: {
      const parts = query.parts.map((part) => toQuery(generation, part));
      return { bool: query.op === "and" ? { filter: parts } : { should: parts, minimum_should_match: 1 } };
    }
  }
};

const hasOne = (generation: string, valueTerms: readonly string[]): Query => {
  const facts = valueTerms.map((word) => valueDigestOf(generation, word));
  return facts.length === 1 ? { term: { [FIELDS.facts]: facts[0] } } : { terms: { [FIELDS.facts]: facts } };
};

/** All numbers of a path are adjacent, so a range of numbers is a range of the field. */
const numberQuery = (
  generation: string,
  { path, bound, compare, value }: Extract<FactQuery, { readonly op: "number" }>,
): Query => {
  const { first, last, at } = pathRange(generation, path);
  const isUpward = compare === "gt" || compare === "gte";
  const range = isUpward ? { [compare]: at(value), lte: last } : { gte: first, [compare]: at(value) };
  return { range: { [bound === "least" ? FIELDS.least : FIELDS.greatest]: range } };
};

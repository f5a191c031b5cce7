import type { NearWord, TermHit, TermSearchRequest, TermSearchResult } from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import { refusal, type ServerError } from "../opensearch-failure.ts";
import { FIELDS } from "../stored-document.ts";
import { post, search } from "../target.ts";
import { type Query, serverFilter } from "../to-query.ts";
import { rankPage, type RankedRecord } from "./rank-page.ts";
import { TERM_FIELDS } from "./term-document.ts";
import { documentKey, type TermTarget } from "./term-target.ts";

/** Maximum number of clauses of one query: the server's default limit is 1,024, including those of a filter. */
const MOST_TERMS = 700;

/** Maximum number of near words requested per word. */
const MOST_NEAR_WORDS = 64;

const holds = (prefix: string, term: string): Query => ({
  term: { [TERM_FIELDS.terms]: prefix + term.toWellFormed() },
});

/** Returns the number of records with any of each group's terms. */
export const countGroups = async (
  target: TermTarget,
  groups: readonly (readonly string[])[],
  without: readonly string[],
): Promise<readonly number[]> => {
  const left = without.length === 0 ? undefined : isOneOf(target, without);
  const { prefix } = target;
  const header = JSON.stringify({ routing: target.collection, allow_partial_search_results: false });
  // One search per group: the count of a single term needs no access to its records if none of them is deleted.
  const lines = groups.map((group) => {
    const [first, ...others] = group.map((term) => holds(prefix, term));
    const any = others.length === 0 ? first : { bool: { should: [first, ...others] } };
    const query = left === undefined ? any : { bool: { must: [any], must_not: [left] } };
    return `${header}\n${JSON.stringify({ size: 0, track_total_hits: true, query })}\n`;
  });
  const { responses } = await target.client.call<{ readonly responses: readonly CountAnswer[] }>(target.signal, {
    ...{ method: "POST", path: `/${target.index}/_msearch`, body: lines.join("") },
  });
  return responses.map(({ hits, error, status }) => {
    if (hits === undefined) throw refusal(status ?? 500, error);
    return hits.total.value;
  });
};

interface CountAnswer {
  readonly hits?: { readonly total: { readonly value: number } };
  readonly error?: ServerError;
  readonly status?: number;
}

export const searchTerms = async (target: TermTarget, request: TermSearchRequest): Promise<TermSearchResult> => {
  const applied = serverFilter(target.collection, request.filter);
  if (applied === undefined) return { hits: [], bound: 0 };
  const { prefix } = target;
  const conditions: Query[] = (request.required ?? []).map((term) => holds(prefix, term));
  if (request.filter !== undefined) conditions.push(applied.query);
  if (request.keys !== undefined) conditions.push(isOneOf(target, request.keys));
  const indexes = request.terms
    .map((_, index) => index)
    .toSorted((a, b) => request.terms[b]!.weight - request.terms[a]!.weight);
  const page = await rankPage(target, request, { indexes: indexes.slice(0, MOST_TERMS), filter: conditions });
  const rest = indexes.slice(MOST_TERMS);
  const others = await frequenciesOf(target, request, page.hits, rest);
  const hits = page.hits.map(({ key, length, frequencies }): TermHit => {
    const all = { ...frequencies, ...others.get(key) };
    return { key, length, frequencies: request.terms.map((_, index) => all[index] ?? 0) };
  });
  return {
    hits,
    bound: page.bound + rest.reduce((sum, index) => sum + request.terms[index]!.weight, 0),
    ...(page.next !== undefined && { next: page.next }),
    ...(applied.residual !== undefined && { residual: applied.residual }),
  };
};

const isOneOf = (target: TermTarget, keys: readonly string[]): Query => ({
  ids: { values: keys.map((key) => documentKey(target, key)) },
});

/** Returns the frequencies of additional terms in the found records, by their keys and the terms' indexes. */
const frequenciesOf = async (
  target: TermTarget,
  request: TermSearchRequest,
  found: readonly RankedRecord[],
  indexes: readonly number[],
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> => {
  const all = new Map<string, Record<string, number>>();
  if (found.length === 0) return all;
  const filter = [
    isOneOf(
      target,
      found.map(({ key }) => key),
    ),
  ];
  const { after: _, ...alone } = request;
  for (const part of slicesOf(indexes, MOST_TERMS)) {
    const { hits } = await rankPage(target, { ...alone, limit: found.length }, { indexes: part, filter });
    for (const { key, frequencies } of hits) all.set(key, { ...all.get(key), ...frequencies });
  }
  return all;
};

export const findNearWords = async (
  target: TermTarget,
  words: readonly string[],
  edits: number,
): Promise<readonly (readonly NearWord[])[]> => {
  const { prefix } = target;
  const term = {
    field: TERM_FIELDS.words,
    analyzer: "keyword",
    suggest_mode: "always",
    sort: "frequency",
    max_edits: edits,
    prefix_length: prefix.length,
    min_word_length: 1,
    // Frequent words have near words too.
    max_term_freq: 1e9,
    // The similarity of words includes their common prefix.
    accuracy: 0.1,
    size: MOST_NEAR_WORDS,
    max_inspections: MOST_NEAR_WORDS,
  };
  const suggest = Object.fromEntries(
    words.map((word, index) => [String(index), { text: prefix + word.toWellFormed(), term }]),
  );
  const answer = await search<{ readonly suggest?: Readonly<Record<string, readonly Suggested[]>> }>(target, {
    size: 0,
    suggest,
  });
  return words.map((word, index) => {
    const near = (answer.suggest?.[index] ?? []).flatMap(({ options }) => options);
    return near.map(({ text, freq }) => ({ word: text.slice(prefix.length), count: freq }));
  });
};

interface Suggested {
  readonly options: readonly { readonly text: string; readonly freq: number }[];
}

/** Removes all records of a collection, and its marker. */
export const removeAll = async (target: TermTarget): Promise<void> => {
  const options = "&conflicts=proceed&refresh=true&ignore_unavailable=true&allow_no_indices=true";
  const query = { term: { [FIELDS.generation]: target.collection } };
  await post(target, "_delete_by_query", { query }, options);
};

import type { NearWord, TermHit, TermSearchRequest, TermSearchResult, WeightedTerm } from "@quarry/plugin";
import { refusal, type ServerError } from "../opensearch-failure.ts";
import { FIELDS } from "../stored-document.ts";
import { type Query, serverFilter } from "../to-query.ts";
import { frequencyOf, prefixOf, SCORE_SCRIPT, TERM_FIELDS } from "./term-document.ts";
import { documentKey, keyOf, termPath, type TermTarget } from "./term-target.ts";

/** A result that lacks a shard's share would be taken for the whole. */
const WHOLE = "&allow_partial_search_results=false";

/** Clauses of one query: the server takes 1,024 by default, a filter's among them. */
const MOST_TERMS = 700;

/** Words near one that are asked for. */
const MOST_NEAR_WORDS = 64;

const holds = (prefix: string, term: string): Query => ({
  term: { [TERM_FIELDS.terms]: prefix + term.toWellFormed() },
});

/** How many records hold one of each group's terms. */
export const countGroups = async (
  target: TermTarget,
  groups: readonly (readonly string[])[],
  without: readonly string[],
): Promise<readonly number[]> => {
  const left = without.length === 0 ? undefined : { ids: { values: without.map((key) => documentKey(target, key)) } };
  const prefix = prefixOf(target.collection);
  const header = JSON.stringify({ routing: target.collection, allow_partial_search_results: false });
  // One search each: what one term is held by is known without a look at its records, where none of them is deleted.
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

interface FoundRecord {
  readonly _id: string;
  readonly _score: number;
  readonly sort: readonly [score: number, rank: string];
  readonly fields: { readonly [TERM_FIELDS.length]: readonly [number] };
  /** By the place of a term, the number that it is kept with. */
  readonly matched_queries?: Readonly<Record<string, number>>;
}

export const searchTerms = async (target: TermTarget, request: TermSearchRequest): Promise<TermSearchResult> => {
  const applied = serverFilter(target.collection, request.filter);
  if (applied === undefined) return { hits: [], bound: 0 };
  const prefix = prefixOf(target.collection);
  const conditions: Query[] = (request.required ?? []).map((term) => holds(prefix, term));
  if (request.filter !== undefined) conditions.push(applied.query);
  if (request.keys !== undefined) {
    conditions.push({ ids: { values: request.keys.map((key) => documentKey(target, key)) } });
  }
  const places = request.terms
    .map((_, place) => place)
    .toSorted((a, b) => request.terms[b]!.weight - request.terms[a]!.weight);
  const scored = places.slice(0, MOST_TERMS);
  const found = await rank(target, request, scored, conditions);
  const last = found.at(-1);
  const isEnd = found.length < request.limit;
  const rest = places.slice(MOST_TERMS);
  const others = await frequenciesOf(target, request, found, rest);
  const hits = found.map(({ _id, fields, matched_queries = {} }): TermHit => {
    const numbers = { ...matched_queries, ...others.get(_id) };
    return {
      key: keyOf(target, _id),
      length: fields[TERM_FIELDS.length][0],
      frequencies: request.terms.map((_, place) => (numbers[place] === undefined ? 0 : frequencyOf(numbers[place]))),
    };
  });
  const unscored = rest.reduce((sum, place) => sum + request.terms[place]!.weight, 0);
  return {
    hits,
    bound: (last?._score ?? 0) + unscored,
    ...(!isEnd && { next: JSON.stringify(last!.sort) }),
    ...(applied.residual !== undefined && { residual: applied.residual }),
  };
};

/** The best records by the terms at some places. */
const rank = async (
  target: TermTarget,
  request: TermSearchRequest,
  places: readonly number[],
  filter: readonly Query[],
): Promise<readonly FoundRecord[]> => {
  const prefix = prefixOf(target.collection);
  const clause = (place: number): Query => {
    const { term, weight } = request.terms[place]!;
    const value = prefix + term.toWellFormed();
    const params = { w: weight, b: request.base, s: request.slope };
    const query = { term: { [TERM_FIELDS.terms]: { value, _name: String(place) } } };
    return { script_score: { query, script: { source: SCORE_SCRIPT, params } } };
  };
  const search = async (query: Query): Promise<readonly FoundRecord[]> => {
    const { hits } = await target.client.call<{ readonly hits: { readonly hits: readonly FoundRecord[] } }>(
      target.signal,
      {
        method: "POST",
        path: termPath(target, "_search", `${WHOLE}&include_named_queries_score=true`),
        body: JSON.stringify({
          size: request.limit,
          // All that match get a score: the server's short cuts take a term's number for a frequency.
          track_total_hits: true,
          _source: false,
          docvalue_fields: [TERM_FIELDS.length],
          query,
          sort: [{ _score: "desc" }, { [TERM_FIELDS.rank]: "asc" }],
          ...(request.after !== undefined && { search_after: JSON.parse(request.after) as unknown }),
        }),
      },
    );
    return hits.hits;
  };
  const rare = request.after === undefined ? rarePlaces(request.terms, places) : undefined;
  if (rare !== undefined) {
    const common = places.filter((place) => !rare.includes(place));
    const must = [{ bool: { should: rare.map(clause) } }];
    const found = await search({ bool: { must, should: common.map(clause), filter } });
    const most = common.reduce((sum, place) => sum + request.terms[place]!.weight, 0);
    // Nobody who holds none of the rare terms comes before these.
    if (found.length === request.limit && found.at(-1)!._score > most) return found;
  }
  return search({ bool: { should: places.map(clause), minimum_should_match: 1, filter } });
};
/** Terms that are worth to be asked for first: few records hold them, and they weigh more than all others. */
const rarePlaces = (terms: readonly WeightedTerm[], places: readonly number[]): readonly number[] | undefined => {
  const byRarity = places.toSorted((a, b) => terms[a]!.frequency - terms[b]!.frequency);
  const all = places.reduce((sum, place) => sum + terms[place]!.weight, 0);
  const records = places.reduce((sum, place) => sum + terms[place]!.frequency, 0);
  let [count, weight, held] = [0, 0, 0];
  while (weight < all * RARE_WEIGHT) {
    weight += terms[byRarity[count]!]!.weight;
    held += terms[byRarity[count++]!]!.frequency;
  }
  return held * FEW_OF_ALL <= records ? byRarity.slice(0, count) : undefined;
};

/** Share of the weight that rare terms must have. */
const RARE_WEIGHT = 0.6;
/** They are asked for alone where all terms together are held by so many times as many records. */
const FEW_OF_ALL = 4;

/** The numbers of further terms, by record and place. */
const frequenciesOf = async (
  target: TermTarget,
  request: TermSearchRequest,
  found: readonly FoundRecord[],
  places: readonly number[],
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> => {
  const numbers = new Map<string, Record<string, number>>();
  if (found.length === 0) return numbers;
  const ids = { ids: { values: found.map(({ _id }) => _id) } };
  for (let start = 0; start < places.length; start += MOST_TERMS) {
    const { after: _, ...alone } = request;
    const part = places.slice(start, start + MOST_TERMS);
    for (const { _id, matched_queries = {} } of await rank(target, { ...alone, limit: found.length }, part, [ids])) {
      numbers.set(_id, { ...numbers.get(_id), ...matched_queries });
    }
  }
  return numbers;
};

export const findNearWords = async (
  target: TermTarget,
  words: readonly string[],
  edits: number,
): Promise<readonly (readonly NearWord[])[]> => {
  const prefix = prefixOf(target.collection);
  const term = {
    field: TERM_FIELDS.words,
    analyzer: "keyword",
    suggest_mode: "always",
    sort: "frequency",
    max_edits: edits,
    prefix_length: prefix.length,
    min_word_length: 1,
    // Words that many records hold have near ones too.
    max_term_freq: 1e9,
    // How alike words are is counted with what all of them begin with.
    accuracy: 0.1,
    size: MOST_NEAR_WORDS,
    max_inspections: MOST_NEAR_WORDS,
  };
  const suggest = Object.fromEntries(
    words.map((word, place) => [String(place), { text: prefix + word.toWellFormed(), term }]),
  );
  const answer = await target.client.call<{ readonly suggest?: Readonly<Record<string, readonly Suggested[]>> }>(
    target.signal,
    { method: "POST", path: termPath(target, "_search", WHOLE), body: JSON.stringify({ size: 0, suggest }) },
  );
  return words.map((word, place) => {
    const near = (answer.suggest?.[place] ?? []).flatMap(({ options }) => options);
    return near.map(({ text, freq }) => ({ word: text.slice(prefix.length), count: freq }));
  });
};

interface Suggested {
  readonly options: readonly { readonly text: string; readonly freq: number }[];
}

/** Removes all that a collection holds; what says that it is made goes with it. */
export const removeAll = async (target: TermTarget): Promise<void> => {
  const options = "&conflicts=proceed&refresh=true&ignore_unavailable=true&allow_no_indices=true";
  const query = { term: { [FIELDS.generation]: target.collection } };
  await target.client.call(target.signal, {
    ...{ method: "POST", path: termPath(target, "_delete_by_query", options), body: JSON.stringify({ query }) },
  });
};

import { MOST_TOLD_FREQUENCY, type TermSearchRequest } from "@quarry/plugin";
import { search } from "../target.ts";
import type { Query } from "../to-query.ts";
import { FREQUENCY_BOOST, TermBoosts } from "./term-boost.ts";
import { TERM_FIELDS } from "./term-document.ts";
import type { TermTarget } from "./term-target.ts";

/**
 * Number of records with one score at the end of a page that counts as a tie continuing beyond the page. The server's
 * rounded scores don't show whether other records precede the rest of it.
 */
const TIE = 16;

/**
 * Factor that raises the bound above the platform's tolerance for ties: with rounded scores, records with equal scores
 * are unordered.
 */
const ABOVE_TIES = 1 + 1e-5;

export interface RankedRecord {
  readonly key: string;
  readonly length: number;
  /** Frequencies by the indexes of the terms that the record contains. */
  readonly frequencies: Readonly<Record<string, number>>;
}

export interface RankedPage {
  readonly hits: readonly RankedRecord[];
  /** Upper bound of the score by these terms for all records after this page. */
  readonly bound: number;
  /** Cursor of the next page, if there is one. */
  readonly next?: string;
}

/** Indexes of the request's terms to rank by, and the filter on records. */
export interface Ranking {
  readonly indexes: readonly number[];
  readonly filter: readonly Query[];
}

/** Pagination cursor of a search. */
interface Cursor {
  readonly isExact: boolean;
  readonly sort: readonly [score: number, rank: string];
}

/** Returns the best records by some terms. */
export const rankPage = async (
  target: TermTarget,
  request: TermSearchRequest,
  ranking: Ranking,
): Promise<RankedPage> => {
  const cursor = request.after === undefined ? undefined : (JSON.parse(request.after) as Cursor);
  if (cursor?.isExact !== true) {
    const page = await rankBySkipping(target, request, ranking, cursor);
    if (page !== undefined) return page;
  }
  return rankAll(target, request, ranking, cursor);
};

/**
 * Ranks by scores that are slightly too high, so that the server skips most records. Returns undefined if the page ends
 * in a tie.
 */
const rankBySkipping = async (
  target: TermTarget,
  request: TermSearchRequest,
  { indexes, filter }: Ranking,
  cursor: Cursor | undefined,
): Promise<RankedPage | undefined> => {
  const boosts = new TermBoosts(
    indexes.map((index) => request.terms[index]!),
    request,
  );
  const clauses = indexes.map((index) => termQuery(target, request, index, boosts.of(request.terms[index]!)));
  const found = await find(target, request, { clauses, filter, cursor });
  const isCut = found.length === request.limit && request.keys === undefined;
  if (cursor === undefined && isCut && found[Math.max(0, found.length - TIE)]!.sort[0] === found.at(-1)!.sort[0])
    return;
  const hits = found.map(({ fields, matched_queries = {} }): RankedRecord => {
    const length = fields[TERM_FIELDS.length][0];
    const frequencies = Object.entries(matched_queries).map(([index, score]) => {
      return [index, boosts.frequencyOf(score, request.terms[Number(index)]!, length)] as const;
    });
    return { key: fields[TERM_FIELDS.key][0], length, frequencies: Object.fromEntries(frequencies) };
  });
  return pageOf(request, found, hits, { isExact: false, unit: boosts.unit * ABOVE_TIES });
};

/** Painless script: score of a term in a record, computed from the frequency (`_score`). */
const SCORE_SCRIPT = `double l = _score < ${MOST_TOLD_FREQUENCY} ? doc['${TERM_FIELDS.length}'].value : 0; return params.w * _score / (_score + params.b + params.s * l)`;

/** Ranks by exact scores with 32-bit precision. The server computes one for every match. */
const rankAll = async (
  target: TermTarget,
  request: TermSearchRequest,
  { indexes, filter }: Ranking,
  cursor: Cursor | undefined,
): Promise<RankedPage> => {
  const clauses = indexes.map((index): Query => {
    const params = { w: request.terms[index]!.weight, b: request.base, s: request.slope };
    const query = termQuery(target, request, index, FREQUENCY_BOOST);
    return { script_score: { query, script: { source: SCORE_SCRIPT, params } } };
  });
  const found = await find(target, request, { clauses, filter, cursor });
  const hits = found.map(({ fields, matched_queries = {} }): RankedRecord => {
    return { key: fields[TERM_FIELDS.key][0], length: fields[TERM_FIELDS.length][0], frequencies: matched_queries };
  });
  return pageOf(request, found, hits, { isExact: true, unit: 1 });
};

const pageOf = (
  { limit }: TermSearchRequest,
  found: readonly FoundRecord[],
  hits: readonly RankedRecord[],
  { isExact, unit }: { readonly isExact: boolean; readonly unit: number },
): RankedPage => {
  const last = found.at(-1);
  const cursor = last && JSON.stringify({ isExact, sort: last.sort } satisfies Cursor);
  return { hits, bound: (last?.sort[0] ?? 0) * unit, ...(found.length === limit && { next: cursor! }) };
};

const termQuery = (target: TermTarget, request: TermSearchRequest, index: number, boost: number): Query => {
  const value = target.prefix + request.terms[index]!.term.toWellFormed();
  return { term: { [TERM_FIELDS.terms]: { value, boost, _name: String(index) } } };
};

interface FoundRecord {
  readonly sort: readonly [score: number, rank: string];
  readonly fields: {
    readonly [TERM_FIELDS.key]: readonly [string];
    readonly [TERM_FIELDS.length]: readonly [number];
  };
  /** Score by term index. */
  readonly matched_queries?: Readonly<Record<string, number>>;
}

const find = async (
  target: TermTarget,
  { limit }: TermSearchRequest,
  {
    clauses,
    filter,
    cursor,
  }: { readonly clauses: readonly Query[]; readonly filter: readonly Query[]; readonly cursor: Cursor | undefined },
): Promise<readonly FoundRecord[]> => {
  const requested = {
    size: limit,
    track_total_hits: false,
    // Stored fields, including the id, aren't read at all.
    stored_fields: "_none_",
    docvalue_fields: [TERM_FIELDS.key, TERM_FIELDS.length],
    query: { bool: { should: clauses, minimum_should_match: 1, filter } },
    sort: [{ _score: "desc" }, { [TERM_FIELDS.rank]: "asc" }],
    ...(cursor !== undefined && { search_after: cursor.sort }),
  };
  const { hits } = await search<{ readonly hits: { readonly hits: readonly FoundRecord[] } }>(
    target,
    requested,
    "&include_named_queries_score=true",
  );
  return hits.hits;
};

import { BM25_B, BM25_K1, idf, maxIdf, queryTerms, scoreBound } from "@quarry/text";
import { addScores, countLive, type PostingList } from "../postings/posting-list.ts";
import type { IndexView, PostingSource } from "./index-view.ts";

/** The score of every passage of a collection for one query. */
export interface QueryScores {
  readonly view: IndexView;
  /** Per segment and ordinal, 0 where no term matches; undefined for a segment that none does. Deleted ones included. */
  readonly scores: readonly (Float64Array | undefined)[];
}

interface QueryTerm {
  readonly count: number;
  /** Per segment. */
  readonly postings: readonly (PostingList | undefined)[];
  readonly idf: number;
}

/** Arrays of sums that are used again: a query takes 8 bytes a passage, which would be garbage right after it. */
export class SumArrays {
  readonly #spare = new Map<number, Float64Array>();

  /** An array of zeros. */
  take(length: number): Float64Array {
    const spare = this.#spare.get(length);
    if (spare === undefined) return new Float64Array(length);
    this.#spare.delete(length);
    return spare.fill(0);
  }

  /** Takes back the arrays of scores that nobody reads any more; those of segments that are gone are let go. */
  recycle({ scores }: QueryScores, current: IndexView): void {
    const lengths = new Set(current.segments.map(({ rows }) => rows.length));
    for (const length of this.#spare.keys()) if (!lengths.has(length)) this.#spare.delete(length);
    for (const array of scores)
      if (array !== undefined && lengths.has(array.length)) this.#spare.set(array.length, array);
  }
}

/**
 * Scores term by term, in the order of the query, so that a passage's sum is always built in the same way: its score
 * does not depend on what else is asked. The statistics are those of the whole collection.
 */
export const scoreQuery = (source: PostingSource, view: IndexView, query: string, sums: SumArrays): QueryScores => {
  const terms = [...queryTerms(query.toWellFormed())].map(([term, count]) => readTerm(source, view, term, count));
  const bound = scoreBound(terms);
  const averageLength = view.liveCount > 0 ? view.liveLength / view.liveCount : 0;
  // An average of 0 means that no passage has a term: then nothing is scored.
  const slope = averageLength > 0 ? (BM25_K1 * BM25_B) / averageLength : 0;
  const base = BM25_K1 * (1 - BM25_B);
  const scores = view.segments.map((segment, index) => {
    if (terms.every(({ postings }) => postings[index] === undefined)) return undefined;
    const array = sums.take(segment.rows.length);
    for (const term of terms) {
      const list = term.postings[index];
      if (list === undefined) continue;
      const weight = (term.count * term.idf) / bound;
      addScores(list, { weight, base, slope }, segment.lengths, array);
    }
    return array;
  });
  return { view, scores };
};

/** Number of live passages that hold the term. */
export const documentFrequency = (view: IndexView, postings: readonly (PostingList | undefined)[]): number => {
  let sum = 0;
  for (const [index, list] of postings.entries()) {
    if (list === undefined) continue;
    const { deleted } = view.segments[index]!;
    sum += deleted === undefined ? list.count : countLive(list, deleted);
  }
  return sum;
};

/** The postings of a term, per segment. */
export const termPostings = (
  source: PostingSource,
  view: IndexView,
  term: string,
): readonly (PostingList | undefined)[] => {
  const encoded = Buffer.from(term);
  return view.segments.map((segment) => source.postings(segment, term, encoded));
};

const readTerm = (source: PostingSource, view: IndexView, term: string, count: number): QueryTerm => {
  const postings = termPostings(source, view, term);
  const frequency = documentFrequency(view, postings);
  return { count, postings, idf: frequency === 0 ? maxIdf(view.liveCount) : idf(view.liveCount, frequency) };
};

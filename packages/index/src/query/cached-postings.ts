import { BoundedMap } from "@quarry/plugin/domain";
import { type CachedList, listBytes, cachedList } from "../postings/cached-list.ts";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { lengthNormOf } from "./length-norm.ts";
import { documentFrequency, type FindPostings, readTerm } from "./read-term.ts";

/** Memory overhead of a term in bytes, in addition to its lists. */
const TERM_BYTES = 300;

interface CachedTerm extends TermView {
  readonly postings: readonly (CachedList | undefined)[];
  /**
   * Version of the view that it was read for. A reference to the view itself would retain data of segments that are
   * long gone.
   */
  readonly version: number;
  readonly segments: readonly number[];
  readonly byteLength: number;
}

/** Terms of one collection. */
export interface CachedTerms extends PostingSource {
  /**
   * Returns the number of live passages that contain a term. Does not cache the term if it isn't cached yet: callers
   * can ask for very many.
   */
  readonly frequencyIn: (view: IndexView, term: string) => number;
}

/** LRU cache of the postings of searched terms, for all collections that a thread reads, limited by memory. */
export class CachedPostings {
  readonly #terms: BoundedMap<string, CachedTerm>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#terms = new BoundedMap(maxBytes, { weigh: ({ byteLength }) => byteLength });
  }

  /**
   * Returns the terms of one collection. `find` reads those that are not cached. Each call is for another collection.
   */
  collection(find: FindPostings): CachedTerms {
    const prefix = `${++this.#lastCollection}/`;
    return {
      termIn: (view, term) => {
        const key = prefix + term;
        const known = this.#terms.get(key);
        if (known?.version === view.version) return known;
        const read = refreshTerm(view, term, find, known);
        this.#terms.set(key, read);
        return read;
      },
      frequencyIn: (view, term) => {
        const known = this.#terms.get(prefix + term);
        return (known?.version === view.version ? known : readTerm(view, term, find)).frequency;
      },
    };
  }
}

/** Reads only the postings of new segments: those of a segment never change. */
const refreshTerm = (view: IndexView, term: string, find: FindPostings, known: CachedTerm | undefined): CachedTerm => {
  const encoded = Buffer.from(term);
  const postings = view.segments.map((segment) => {
    const index = known?.segments.indexOf(segment.number) ?? -1;
    if (index >= 0) return known!.postings[index];
    const list = find(segment, term, encoded);
    return list && cachedList(list, segment.lengths);
  });
  return {
    postings,
    frequency: documentFrequency(view, term, postings),
    maxShare: maxShareOf(view, postings),
    version: view.version,
    segments: numbersOf(view),
    byteLength: postings.reduce((sum, list) => sum + (list === undefined ? 0 : listBytes(list)), TERM_BYTES),
  };
};

const maxShareOf = (view: IndexView, postings: CachedTerm["postings"]): number => {
  const { base, slope } = lengthNormOf(view);
  let maxShare = 0;
  for (const list of postings) {
    if (list === undefined) continue;
    for (let frequency = 1; frequency < list.shortest.length; frequency++) {
      const length = list.shortest[frequency]!;
      if (length > 0) maxShare = Math.max(maxShare, frequency / (frequency + base + slope * length));
    }
  }
  return maxShare;
};

const numbers = new WeakMap<IndexView, readonly number[]>();

/** Returns the view's segment numbers: one array for all terms of a view. */
const numbersOf = (view: IndexView): readonly number[] => {
  const known = numbers.get(view);
  if (known !== undefined) return known;
  const segmentNumbers = view.segments.map(({ number }) => number);
  numbers.set(view, segmentNumbers);
  return segmentNumbers;
};

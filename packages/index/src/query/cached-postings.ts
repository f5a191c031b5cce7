import { BoundedMap } from "@quarry/plugin/domain";
import { type CachedList, keptBytes, cachedList } from "../postings/cached-list.ts";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { lengthNormOf } from "./length-norm.ts";
import { documentFrequency, type FindPostings, readTerm } from "./read-term.ts";

/** Bytes of memory that a term takes besides its lists. */
const TERM_BYTES = 300;

interface CachedTerm extends TermView {
  readonly postings: readonly (CachedList | undefined)[];
  /** Of the view that it was read for. The view itself would keep what is known of passages of segments long gone. */
  readonly version: number;
  readonly segments: readonly number[];
  readonly byteLength: number;
}

/** The terms of one collection. */
export interface CachedTerms extends PostingSource {
  /** Number of live passages that hold a term. Of terms that are not kept nothing is kept: they may be very many. */
  readonly frequencyIn: (view: IndexView, term: string) => number;
}

/** Cache of the postings of searched terms, for all collections that a thread reads, within a bound of memory. */
export class CachedPostings {
  readonly #terms: BoundedMap<string, CachedTerm>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#terms = new BoundedMap(maxBytes, { weigh: ({ byteLength }) => byteLength });
  }

  /** The terms of one collection, read by `find` where they are not kept. Each call is for another collection. */
  collection(find: FindPostings): CachedTerms {
    const prefix = `${++this.#lastCollection}/`;
    return {
      termIn: (view, term) => {
        const key = prefix + term;
        const known = this.#terms.get(key);
        if (known?.version === view.version) return known;
        const read = readAgain(view, term, find, known);
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

/** A segment's postings never change: only those of new segments are read. */
const readAgain = (view: IndexView, term: string, find: FindPostings, known: CachedTerm | undefined): CachedTerm => {
  const encoded = Buffer.from(term);
  const postings = view.segments.map((segment) => {
    const place = known?.segments.indexOf(segment.number) ?? -1;
    if (place >= 0) return known!.postings[place];
    const list = find(segment, term, encoded);
    return list && cachedList(list, segment.lengths);
  });
  return {
    postings,
    frequency: documentFrequency(view, term, postings),
    mostShare: mostShareOf(view, postings),
    version: view.version,
    segments: numbersOf(view),
    byteLength: postings.reduce((sum, list) => sum + (list === undefined ? 0 : keptBytes(list)), TERM_BYTES),
  };
};

const mostShareOf = (view: IndexView, postings: CachedTerm["postings"]): number => {
  const { base, slope } = lengthNormOf(view);
  let most = 0;
  for (const list of postings) {
    if (list === undefined) continue;
    for (let frequency = 1; frequency < list.shortest.length; frequency++) {
      const length = list.shortest[frequency]!;
      if (length > 0) most = Math.max(most, frequency / (frequency + base + slope * length));
    }
  }
  return most;
};

const numbers = new WeakMap<IndexView, readonly number[]>();

/** Returns the view's segment numbers: one array for all terms of a view. */
const numbersOf = (view: IndexView): readonly number[] => {
  const known = numbers.get(view);
  if (known !== undefined) return known;
  const made = view.segments.map(({ number }) => number);
  numbers.set(view, made);
  return made;
};

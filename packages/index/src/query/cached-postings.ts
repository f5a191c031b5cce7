import { BoundedMap } from "@quarry/plugin/domain";
import type { Checkpoint } from "@quarry/plugin/workers/inside";
import { cachedList, listBytes } from "../postings/cached-list.ts";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import type { PostingList } from "../postings/posting-list.ts";
import { documentFrequency, type FindPostings, readTerm } from "./read-term.ts";

/** Share of the cache for merged forms of terms. */
const MERGES_SHARE = 1 / 8;
/** Memory overhead of a term in bytes, in addition to its lists. */
const TERM_BYTES = 300;

interface CachedTerm extends TermView {
  readonly postings: readonly (PostingList | undefined)[];
  /**
   * Version of the view that it was read for. A reference to the view itself would retain data of segments that are
   * long gone.
   */
  readonly version: number;
  readonly segments: readonly number[];
  readonly byteLength: number;
}

/** Merged forms of a term; see `PostingSource.mergedIn`. */
interface CachedMerge {
  readonly merged: TermView | undefined;
  readonly version: number;
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

const weigh = ({ byteLength }: { readonly byteLength: number }): number => byteLength;

/** LRU cache of the postings of searched terms, for all collections that a thread reads, limited by memory. */
export class CachedPostings {
  readonly #terms: BoundedMap<string, CachedTerm>;
  readonly #merges: BoundedMap<string, CachedMerge>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#merges = new BoundedMap<string, CachedMerge>(maxBytes * MERGES_SHARE, { weigh });
    this.#terms = new BoundedMap<string, CachedTerm>(maxBytes * (1 - MERGES_SHARE), { weigh });
  }

  /**
   * Returns the terms of one collection. `find` reads those that are not cached, each after a `checkpoint`. Each call is
   * for another collection.
   */
  collection(find: FindPostings, checkpoint: Checkpoint): CachedTerms {
    const prefix = `${++this.#lastCollection}/`;
    return {
      termIn: (view, term) => {
        const key = prefix + term;
        const known = this.#terms.get(key);
        if (known?.version === view.version) return known;
        checkpoint();
        const read = refreshTerm(view, term, find, known);
        this.#terms.set(key, read);
        return read;
      },
      mergedIn: (view, key, merge) => {
        const known = this.#merges.get(prefix + key);
        if (known?.version === view.version) return known.merged;
        const merged = merge();
        const byteLength = bytesOf(merged?.postings ?? []);
        this.#merges.set(prefix + key, { merged, version: view.version, byteLength });
        return merged;
      },
      frequencyIn: (view, term) => {
        const known = this.#terms.get(prefix + term);
        if (known?.version === view.version) return known.frequency;
        checkpoint();
        return readTerm(view, term, find).frequency;
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
    return list && cachedList(list);
  });
  return {
    postings,
    frequency: documentFrequency(view, term, postings),
    version: view.version,
    segments: numbersOf(view),
    byteLength: bytesOf(postings),
  };
};

const bytesOf = (postings: TermView["postings"]): number =>
  postings.reduce((sum, list) => sum + (list === undefined ? 0 : listBytes(list)), TERM_BYTES);

const numbers = new WeakMap<IndexView, readonly number[]>();

/** Returns the view's segment numbers: one array for all terms of a view. */
const numbersOf = (view: IndexView): readonly number[] => {
  let known = numbers.get(view);
  if (known === undefined) numbers.set(view, (known = view.segments.map(({ number }) => number)));
  return known;
};

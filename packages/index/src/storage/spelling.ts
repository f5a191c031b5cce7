import { BoundedMap } from "@quarry/plugin/domain";
import type { IndexView } from "../query/index-view.ts";
import { closeWords } from "../spelling/close-words.ts";
import { QueryRepair, type RepairedQuery } from "../spelling/query-repair.ts";
import type { WordList } from "../spelling/word-list.ts";
import type { CollectionSegmentCache } from "../segment-cache.ts";
import type { SegmentViews } from "./segment-views.ts";

/** Number of queries whose corrections are cached: a hybrid search uses the same query several times. */
const CACHED_REPAIRS = 64;

interface CachedRepair {
  readonly view: IndexView;
  readonly repaired: RepairedQuery;
}

/** Corrects the spelling of queries to one collection. Every method runs inside the caller's snapshot. */
export class Spelling {
  readonly #segments: SegmentViews;
  readonly #lists: CollectionSegmentCache<WordList>;
  readonly #cached = new BoundedMap<string, CachedRepair>(CACHED_REPAIRS);

  constructor(segments: SegmentViews, lists: CollectionSegmentCache<WordList>) {
    this.#segments = segments;
    this.#lists = lists;
  }

  repair(view: IndexView, query: string): RepairedQuery {
    const known = this.#cached.get(query);
    if (known?.view === view) return known.repaired;
    this.#cached.delete(query);
    return this.#cached.ensure(query, () => ({ view, repaired: this.#repair(view, query) })).repaired;
  }

  #repair(view: IndexView, query: string): RepairedQuery {
    const frequencyOf = (term: string): number => this.#segments.terms.termIn(view, term).frequency;
    const repair = new QueryRepair(query, frequencyOf);
    for (const edits of QueryRepair.EDITS) {
      const open = [...repair.open(edits)];
      const lists = open.length > 0 ? this.#words(view) : [];
      for (const word of open) repair.settle(word, closeWords(word, edits, lists), frequencyOf);
    }
    return repair.result;
  }

  #words(view: IndexView): readonly WordList[] {
    return view.segments.map((segment) => this.#lists.ensure(segment.number, () => this.#segments.words(segment)));
  }
}

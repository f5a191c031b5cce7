import { BoundedMap } from "@quarry/plugin/domain";
import type { IndexView } from "../query/index-view.ts";
import { QueryRepair, type RepairedQuery } from "../spelling/query-repair.ts";
import type { WordList } from "../spelling/word-list.ts";
import type { CachedOfSegments } from "../segment-cache.ts";
import type { SegmentViews } from "./segment-views.ts";

/** Queries whose repairs are kept: a hybrid search asks for the same one several times. */
const REPAIRS_KEPT = 64;

interface KnownRepair {
  readonly view: IndexView;
  readonly repaired: RepairedQuery;
}

/** Repairs misspelt queries to one collection. Every method runs inside the caller's snapshot. */
export class Spelling {
  readonly #segments: SegmentViews;
  readonly #lists: CachedOfSegments<WordList>;
  readonly #known = new BoundedMap<string, KnownRepair>(REPAIRS_KEPT);

  constructor(segments: SegmentViews, lists: CachedOfSegments<WordList>) {
    this.#segments = segments;
    this.#lists = lists;
  }

  repair(view: IndexView, query: string): RepairedQuery {
    const known = this.#known.get(query);
    if (known?.view === view) return known.repaired;
    this.#known.delete(query);
    return this.#known.ensure(query, () => ({ view, repaired: this.#repair(view, query) })).repaired;
  }

  #repair(view: IndexView, query: string): RepairedQuery {
    const frequencyOf = (term: string): number => this.#segments.termIn(view, term).frequency;
    const repair = new QueryRepair(query, frequencyOf);
    for (const edits of QueryRepair.EDITS) {
      if (!repair.isDone) repair.settle(repair.candidates(this.#words(view), edits), frequencyOf);
    }
    return repair.result;
  }

  #words(view: IndexView): readonly WordList[] {
    return view.segments.map((segment) => {
      const known = this.#lists.get(segment.number);
      if (known !== undefined) return known;
      const words = this.#segments.words(segment);
      this.#lists.set(segment.number, words);
      return words;
    });
  }
}

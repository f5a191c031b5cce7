import { BoundedMap } from "../bounded-map.ts";
import type { WordList } from "./word-list.ts";

/** The words of segments of all collections that a thread reads, within a bound of memory. A segment's never change. */
export class WordLists {
  readonly #cache: BoundedMap<string, WordList>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#cache = new BoundedMap(maxBytes, { weigh: ({ byteLength }) => byteLength });
  }

  /** Words of one collection's segments, by their number. Each call is for another collection. */
  collection(): SegmentWords {
    const collection = ++this.#lastCollection;
    const key = (segment: number): string => `${collection}/${segment}`;
    return {
      get: (segment) => this.#cache.get(key(segment)),
      set: (segment, words) => this.#cache.set(key(segment), words),
    };
  }
}

export interface SegmentWords {
  readonly get: (segment: number) => WordList | undefined;
  readonly set: (segment: number, words: WordList) => void;
}

import type { Checkpoint } from "@quarry/plugin/workers";
import type { SearcherAnswers, SearcherOperation } from "../protocol.ts";
import { type AskDatabase, BlockReader, type PostingBlocks } from "./block-reader.ts";
import { CollectionSearch } from "./collection-search.ts";
import { WordLists } from "../../spelling/word-lists.ts";
import { BoundedMap } from "../../bounded-map.ts";

/** The collections that this process searches, within a bound of memory. */
export class CollectionSearches {
  readonly #ask: AskDatabase;
  readonly #cacheBytes: number;
  readonly #blocks: PostingBlocks;
  readonly #words: WordLists;
  /** In the order of their last use. */
  readonly #open = new Map<number, CollectionSearch>();

  /** Half of `cacheBytes` is for postings, a third for what is known of each passage, the rest for words. */
  constructor(cacheBytes: number, ask: AskDatabase) {
    this.#ask = ask;
    this.#cacheBytes = cacheBytes / 3;
    this.#words = new WordLists(cacheBytes / 6);
    this.#blocks = new BoundedMap(cacheBytes / 2, { weigh: (block) => block.length });
  }

  async run(operation: SearcherOperation, checkpoint: Checkpoint): Promise<SearcherAnswers[SearcherOperation["kind"]]> {
    const { collection } = operation;
    const search =
      this.#open.get(collection) ??
      new CollectionSearch(
        collection,
        this.#ask,
        new BlockReader(collection, this.#ask, this.#blocks),
        this.#words.collection(),
      );
    this.#open.delete(collection);
    this.#open.set(collection, search);
    try {
      return await search.run(operation, checkpoint);
    } finally {
      this.#letGo();
    }
  }

  /** Forgets collections that were not used for long; one that is being searched just ends its search. */
  #letGo(): void {
    let bytes = 0;
    for (const search of this.#open.values()) bytes += search.byteLength;
    for (const [collection, search] of this.#open) {
      if (bytes <= this.#cacheBytes || this.#open.size === 1) return;
      this.#open.delete(collection);
      bytes -= search.byteLength;
    }
  }
}

import type { PostingList } from "../../postings/posting-list.ts";
import { blockOf, findInBlock } from "../../postings/term-blocks.ts";
import { WORD_MARK } from "../../postings/word-entries.ts";
import type { IndexView, PostingSource, SegmentView } from "../../ranking/index-view.ts";
import { type FindPostings, readTerm } from "../../ranking/read-term.ts";
import type { QuestionAnswers, SearcherQuestion } from "../protocol.ts";
import { StaleView } from "./stale-view.ts";
import type { BoundedMap } from "../../bounded-map.ts";

/** Asks the thread that has the database. */
export type AskDatabase = <Kind extends SearcherQuestion["kind"]>(
  question: Extract<SearcherQuestion, { readonly kind: Kind }>,
) => Promise<QuestionAnswers[Kind]>;

/** Blocks of postings of all collections; they never change. */
export type PostingBlocks = BoundedMap<string, Uint8Array>;

/** Blocks per question: about a megabyte. */
const BLOCKS_PER_QUESTION = 256;

/** The postings of one collection. */
export class BlockReader {
  readonly #collection: number;
  readonly #ask: AskDatabase;
  readonly #cache: PostingBlocks;

  constructor(collection: number, ask: AskDatabase, cache: PostingBlocks) {
    this.#collection = collection;
    this.#ask = ask;
    this.#cache = cache;
  }

  /** All that the terms have in the view, read by as few questions as sizes allow. */
  async read(view: IndexView, terms: readonly string[]): Promise<PostingSource> {
    const blocks = new Map<string, Uint8Array>();
    const missing = new Map<string, readonly [segment: number, block: number]>();
    for (const segment of view.segments) {
      for (const term of terms) {
        const block = blockOf(segment.firstTerms, term);
        if (block < 0) continue;
        const key = this.#key(segment.number, block);
        const known = this.#cache.get(key);
        if (known === undefined) missing.set(key, [segment.number, block]);
        else blocks.set(key, known);
      }
    }
    const wanted = [...missing.values()];
    for (let start = 0; start < wanted.length; start += BLOCKS_PER_QUESTION) {
      await this.#fetch(wanted.slice(start, start + BLOCKS_PER_QUESTION), blocks);
    }
    const find: FindPostings = (segment, term, encoded) => this.#find(blocks, segment, term, encoded);
    return { termIn: (known, term) => readTerm(known, term, find) };
  }

  /** The blocks of a segment's words. They are not kept: whoever asks keeps what is in them. */
  async *wordBlocks({ number, firstTerms }: SegmentView): AsyncGenerator<Uint8Array> {
    const first = Math.max(0, blockOf(firstTerms, WORD_MARK));
    for (let start = first; start < firstTerms.length; start += BLOCKS_PER_QUESTION) {
      const count = Math.min(BLOCKS_PER_QUESTION, firstTerms.length - start);
      const blocks = Array.from({ length: count }, (_, index) => start + index);
      const found = await this.#ask({
        kind: "blocks",
        collection: this.#collection,
        wanted: [{ segment: number, blocks }],
      });
      if (found.length < count) throw new StaleView();
      for (const { data } of found) yield data;
    }
  }

  async #fetch(wanted: readonly (readonly [number, number])[], blocks: Map<string, Uint8Array>): Promise<void> {
    const bySegment = Map.groupBy(wanted, ([segment]) => segment);
    const found = await this.#ask({
      kind: "blocks",
      collection: this.#collection,
      wanted: Array.from(bySegment, ([segment, pairs]) => ({ segment, blocks: pairs.map(([, block]) => block) })),
    });
    for (const { segment, block, data } of found) {
      const key = this.#key(segment, block);
      this.#cache.set(key, data);
      blocks.set(key, data);
    }
    if (found.length < wanted.length) throw new StaleView();
  }

  #find(
    blocks: ReadonlyMap<string, Uint8Array>,
    segment: SegmentView,
    term: string,
    encoded: Buffer,
  ): PostingList | undefined {
    const index = blockOf(segment.firstTerms, term);
    return index < 0 ? undefined : findInBlock(blocks.get(this.#key(segment.number, index))!, encoded);
  }

  #key(segment: number, block: number): string {
    return `${this.#collection}/${segment}/${block}`;
  }
}

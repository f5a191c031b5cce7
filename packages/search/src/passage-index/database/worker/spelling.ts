import { spelledWords } from "@quarry/plugin/text";
import { BoundedMap } from "../../bounded-map.ts";
import { ByteReader } from "../../postings/varint.ts";
import { type CountedWord, readWords } from "../../postings/word-entries.ts";
import type { IndexView, SegmentView } from "../../ranking/index-view.ts";
import { candidateTerms, type FrequencyOf, QueryRepair, type RepairedQuery } from "../../spelling/query-repair.ts";
import { WordList } from "../../spelling/word-list.ts";
import type { SegmentWords } from "../../spelling/word-lists.ts";
import type { BlockReader } from "./block-reader.ts";

/** Queries whose repairs are kept: a hybrid search asks for the same one several times. */
const REPAIRS_KEPT = 64;

interface KnownRepair {
  readonly view: IndexView;
  readonly repaired: RepairedQuery;
}

/** Repairs misspelt queries to one collection. */
export class Spelling {
  readonly #blocks: BlockReader;
  readonly #lists: SegmentWords;
  readonly #known = new BoundedMap<string, KnownRepair>(REPAIRS_KEPT);

  constructor(blocks: BlockReader, lists: SegmentWords) {
    this.#blocks = blocks;
    this.#lists = lists;
  }

  async repair(view: IndexView, query: string): Promise<RepairedQuery> {
    const known = this.#known.get(query);
    if (known?.view === view) return known.repaired;
    const repaired = await this.#repair(view, query);
    this.#known.delete(query);
    return this.#known.ensure(query, () => ({ view, repaired })).repaired;
  }

  async #repair(view: IndexView, query: string): Promise<RepairedQuery> {
    const terms = spelledWords(query).words.flatMap((word) => word.terms);
    const repair = new QueryRepair(query, await this.#frequencies(view, terms));
    for (const edits of QueryRepair.EDITS) {
      if (repair.isDone) break;
      const candidates = repair.candidates(await this.#words(view), edits);
      repair.settle(candidates, await this.#frequencies(view, candidateTerms(candidates)));
    }
    return repair.result;
  }

  async #frequencies(view: IndexView, terms: readonly string[]): Promise<FrequencyOf> {
    const source = await this.#blocks.read(view, terms);
    return (term) => source.termIn(view, term).frequency;
  }

  async #words(view: IndexView): Promise<readonly WordList[]> {
    const lists: WordList[] = [];
    for (const segment of view.segments) lists.push(await this.#wordsOf(segment));
    return lists;
  }

  async #wordsOf(segment: SegmentView): Promise<WordList> {
    const known = this.#lists.get(segment.number);
    if (known !== undefined) return known;
    const words: CountedWord[] = [];
    for await (const block of this.#blocks.wordBlocks(segment)) readWords(new ByteReader(block), words);
    const list = new WordList(words);
    this.#lists.set(segment.number, list);
    return list;
  }
}

import type { Checkpoint } from "@quarry/plugin/workers/inside";
import { addScores, type TermWeight } from "../postings/posting-list.ts";
import { addScoresAt, PostingCursor } from "../postings/posting-cursor.ts";
import type { PassageText } from "../passages/passage.ts";
import type { IndexView, RowLocation } from "./index-view.ts";
import { type LengthNorm, lengthNormOf } from "./length-norm.ts";
import { containsPhrases } from "./phrase-check.ts";
import type { ReadQuery } from "./read-query.ts";
import { zeroUnmatched } from "./required-terms.ts";
import type { SegmentScores, SumArrays } from "./sum-arrays.ts";

/**
 * Scores of a collection's passages for one query, for all of them or for some. In both cases a passage's sum is built
 * term by term in query order. Its score is therefore bit-identical, whatever else is requested.
 */
export class QueryScores {
  readonly view: IndexView;
  readonly terms: ReadQuery["terms"];
  /** Passages that lack a term of a phrase score 0. Of the others, only those that contain the phrases match. */
  readonly phrases: ReadQuery["phrases"];
  /** Called before each posting list is read. */
  readonly checkpoint: Checkpoint;
  readonly #required: ReadQuery["required"];
  readonly #sums: SumArrays;
  readonly #norm: LengthNorm;
  /** Whether a row contains the phrases. */
  readonly #verdicts = new Map<number, boolean>();
  #all: SegmentScores | undefined;

  constructor(
    view: IndexView,
    { terms, phrases, required }: ReadQuery,
    sums: SumArrays,
    checkpoint: Checkpoint = () => {},
  ) {
    this.checkpoint = checkpoint;
    this.view = view;
    this.terms = terms;
    this.phrases = phrases;
    this.#required = required;
    this.#sums = sums;
    this.#norm = lengthNormOf(view);
  }

  /**
   * Whether every score is already computed. A query with phrases needs them all: passages that lack a term of a phrase
   * score 0.
   */
  get areComputed(): boolean {
    return this.#all !== undefined || this.#required.length > 0;
  }

  /** Scores of all passages, including deleted ones. Computed on first access. */
  get scores(): SegmentScores {
    this.#all ??= this.#sumAll();
    return this.#all;
  }

  /** Returns the scores of the passages at `locations`. */
  at(locations: readonly RowLocation[]): readonly number[] {
    if (this.areComputed) return locations.map(({ segment, ordinal }) => this.scores[segment]?.[ordinal] ?? 0);
    const scores: number[] = Array.from({ length: locations.length }, () => 0);
    for (const [segment, indexes] of Map.groupBy(locations.keys(), (index) => locations[index]!.segment)) {
      indexes.sort((a, b) => locations[a]!.ordinal - locations[b]!.ordinal);
      const found = this.inSegment(
        segment,
        Uint32Array.from(indexes, (index) => locations[index]!.ordinal),
      );
      for (const [order, index] of indexes.entries()) scores[index] = found[order]!;
    }
    return scores;
  }

  /** Returns the scores of some passages of a segment, given by their ordinals, which must ascend. */
  inSegment(index: number, ordinals: Uint32Array): Float64Array {
    const { lengths } = this.view.segments[index]!;
    const scores = new Float64Array(ordinals.length);
    for (const { indexed, weight } of this.terms) {
      const list = indexed.postings[index];
      if (list === undefined) continue;
      this.checkpoint();
      addScoresAt(list, this.weightOf(weight), lengths, ordinals, scores);
    }
    for (const postings of this.#required) {
      const list = postings[index];
      if (list === undefined) return scores.fill(0);
      const frequencies = new PostingCursor(list).frequenciesAt(ordinals);
      for (let at = 0; at < ordinals.length; at++) if (frequencies[at] === 0) scores[at] = 0;
    }
    return scores;
  }

  /** Whether the passage of a row contains the phrases. Reads its text only if that is not known yet. */
  hasPhrases(row: number, textOf: (row: number) => PassageText): boolean {
    if (this.phrases.length === 0) return true;
    let verdict = this.#verdicts.get(row);
    if (verdict === undefined) this.#verdicts.set(row, (verdict = containsPhrases(this.phrases, textOf(row))));
    return verdict;
  }

  /** Total number of postings of the terms: approximates the cost of scoring all passages. */
  get postings(): number {
    return this.terms.reduce((sum, { indexed }) => sum + indexed.frequency, 0);
  }

  /** BM25 weight of a term. */
  weightOf(weight: number): TermWeight {
    return { weight, base: this.#norm.base, slope: this.#norm.slope };
  }

  #sumAll(): SegmentScores {
    return this.view.segments.map(({ rows, lengths }, index) => {
      if (this.terms.every(({ indexed }) => indexed.postings[index] === undefined)) return undefined;
      const array = this.#sums.take(rows.length);
      for (const { indexed, weight } of this.terms) {
        const list = indexed.postings[index];
        if (list === undefined) continue;
        this.checkpoint();
        addScores(list, this.weightOf(weight), lengths, array);
      }
      const lists = this.#required.map((postings) => postings[index]);
      return lists.length === 0 || zeroUnmatched(lists, array) ? array : undefined;
    });
  }

  /** Releases the arrays for reuse once they are not read any more. */
  recycle(current: IndexView): void {
    if (this.#all !== undefined) this.#sums.recycle(this.#all, current);
  }
}

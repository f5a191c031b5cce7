import type { Checkpoint } from "@quarry/plugin/workers/inside";
import { addScores, type TermWeight } from "../postings/posting-list.ts";
import { addScoresAt, frequenciesAt } from "../postings/skip-blocks.ts";
import type { IndexView, RowLocation } from "./index-view.ts";
import { type LengthNorm, lengthNormOf } from "./length-norm.ts";
import { PhraseCheck } from "./phrase-check.ts";
import type { ReadQuery, ScoringTerm } from "./read-query.ts";
import { keepMatching } from "./required-terms.ts";
import type { SegmentScores, SumArrays } from "./sum-arrays.ts";

/**
 * The scores of a collection's passages for one query: all of them, or of some. Either way a passage's sum is built term by
 * term in the order of the query, so that its score does not depend on what else is asked, to the last bit.
 */
export class QueryScores {
  readonly view: IndexView;
  readonly terms: readonly ScoringTerm[];
  /**
   * Phrase check of the query; undefined where the query has no phrases. Passages that lack a term of a phrase score 0;
   * of the others only those that hold the phrases match.
   */
  readonly phrases: PhraseCheck | undefined;
  /** Looked at before each list of postings. */
  readonly checkpoint: Checkpoint;
  readonly #required: ReadQuery["required"];
  readonly #sums: SumArrays;
  readonly #norm: LengthNorm;
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
    this.phrases = phrases.length === 0 ? undefined : new PhraseCheck(phrases);
    this.#required = required;
    this.#sums = sums;
    this.#norm = lengthNormOf(view);
  }

  /**
   * Whether every score is already computed. A query with phrases needs them all: passages that lack a term of a phrase
   * score 0.
   */
  get areAtHand(): boolean {
    return this.#all !== undefined || this.#required.length > 0;
  }

  /** Of all passages, deleted ones included; computed when it is first read. */
  get scores(): SegmentScores {
    this.#all ??= this.#sumAll();
    return this.#all;
  }

  /** The scores of passages that stand at `locations`. */
  at(locations: readonly RowLocation[]): readonly number[] {
    if (this.areAtHand) return locations.map(({ segment, ordinal }) => this.scores[segment]?.[ordinal] ?? 0);
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

  /** The scores of some passages of a segment, by their ordinals, which must ascend. */
  inSegment(index: number, ordinals: Uint32Array): Float64Array {
    const { lengths } = this.view.segments[index]!;
    const scores = new Float64Array(ordinals.length);
    for (const term of this.terms) {
      const list = term.postings[index];
      if (list === undefined) continue;
      this.checkpoint();
      addScoresAt(list, this.weightOf(term), lengths, ordinals, scores);
    }
    for (const postings of this.#required) {
      const list = postings[index];
      if (list === undefined) return scores.fill(0);
      const frequencies = frequenciesAt(list, ordinals);
      for (let at = 0; at < ordinals.length; at++) if (frequencies[at] === 0) scores[at] = 0;
    }
    return scores;
  }

  /** Passages that hold the terms, one that holds several counted for each: about what it takes to look at all of them. */
  get postings(): number {
    return this.terms.reduce((sum, { frequency }) => sum + frequency, 0);
  }

  /** BM25 weight of a term. */
  weightOf({ weight }: ScoringTerm): TermWeight {
    return { weight, base: this.#norm.base, slope: this.#norm.slope };
  }

  #sumAll(): SegmentScores {
    return this.view.segments.map(({ rows, lengths }, index) => {
      if (this.terms.every(({ postings }) => postings[index] === undefined)) return undefined;
      const array = this.#sums.take(rows.length);
      for (const term of this.terms) {
        const list = term.postings[index];
        if (list === undefined) continue;
        this.checkpoint();
        addScores(list, this.weightOf(term), lengths, array);
      }
      const lists = this.#required.map((postings) => postings[index]);
      return lists.length === 0 || keepMatching(lists, array) ? array : undefined;
    });
  }

  /** Gives back what it holds, when nobody reads it any more. */
  recycle(current: IndexView): void {
    if (this.#all !== undefined) this.#sums.recycle(this.#all, current);
  }
}

import { type PassageText, PhraseCheck, joinMetadata, passageTerms } from "@quarry/index";
import { compileFilter, type Filter } from "@quarry/plugin/domain";
import { searchTerms } from "@quarry/text";

/** A passage as it is stored, as far as it is looked into: "" where a part of it is not needed. */
export interface StoredPassage extends PassageText {
  readonly shared: string;
  readonly own: string;
}

/** Checks of some passages that their store can't do. */
export interface PassageInspection {
  readonly passages: readonly StoredPassage[];
  /** A query whose phrases they must hold. */
  readonly phrasesOf?: string | undefined;
  /** Part of the filter that the store could not apply. */
  readonly filter?: Filter | undefined;
  /** Counted in those of the passages for which `counted` holds. */
  readonly terms: readonly string[];
  readonly counted: readonly boolean[];
}

export interface TermCounts {
  readonly length: number;
  /** By the place of a term. */
  readonly frequencies: readonly number[];
}

export interface InspectedPassages {
  readonly matches: readonly boolean[];
  /** By the place of a passage; undefined where it is not counted. */
  readonly counts: readonly (TermCounts | undefined)[];
}

/** Takes as long as the texts are: for a thread of its own. */
export const inspectPassages = ({
  passages,
  phrasesOf,
  filter,
  terms,
  counted,
}: PassageInspection): InspectedPassages => {
  const phrases = phrasesOf === undefined ? undefined : new PhraseCheck(searchTerms(phrasesOf).phrases);
  const matchesFilter = filter === undefined ? () => true : compileFilter(filter);
  return {
    matches: passages.map(
      (passage, index) =>
        (filter === undefined || matchesFilter(joinMetadata(passage.shared, passage.own))) &&
        (phrases === undefined || phrases.check(index, passage)),
    ),
    counts: passages.map((passage, index) => (counted[index] ? countTerms(passage, terms) : undefined)),
  };
};

const countTerms = (passage: PassageText, wanted: readonly string[]): TermCounts => {
  const { terms, length } = passageTerms(passage);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { length, frequencies: wanted.map((term) => counts.get(term) ?? 0) };
};

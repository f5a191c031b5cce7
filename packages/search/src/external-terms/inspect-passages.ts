import { containsPhrases, type PassageText, type StoredPassage, joinMetadata, passageTerms } from "@quarry/index";
import { compileFilter, type Filter } from "@quarry/plugin/domain";
import { searchTerms } from "@quarry/text";

/** Checks of passages that the store can't do. */
export interface PassageInspection {
  /** Parts that the checks don't need are "". */
  readonly passages: readonly (PassageText & Pick<StoredPassage, "sharedMetadata" | "ownMetadata">)[];
  /** A query whose phrases the passages must contain. */
  readonly phrasesOf?: string | undefined;
  /** Part of the filter that the store could not apply. */
  readonly filter?: Filter | undefined;
  /** Terms counted in the passages for which `counted` is true. */
  readonly terms: readonly string[];
  readonly counted: readonly boolean[];
}

export interface TermCounts {
  readonly length: number;
  /** By the index of the term. */
  readonly frequencies: readonly number[];
}

export interface InspectedPassages {
  readonly matches: readonly boolean[];
  /** By the index of the passage; undefined if it is not counted. */
  readonly counts: readonly (TermCounts | undefined)[];
}

/** Inspects passages. Takes time proportional to the texts' length, so it runs in a worker thread. */
export const inspectPassages = ({
  passages,
  phrasesOf,
  filter,
  terms,
  counted,
}: PassageInspection): InspectedPassages => {
  const phrases = phrasesOf === undefined ? undefined : searchTerms(phrasesOf).phrases;
  const matchesFilter = filter === undefined ? () => true : compileFilter(filter);
  return {
    matches: passages.map(
      (passage) =>
        (filter === undefined || matchesFilter(joinMetadata(passage.sharedMetadata, passage.ownMetadata))) &&
        (phrases === undefined || containsPhrases(phrases, passage)),
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

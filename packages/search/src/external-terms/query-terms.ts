import { type IndexedTerm, lengthNormOf, phraseTerms, weighQuery } from "@quarry/index";
import type { LengthWeight, TermHit, WeightedTerm } from "@quarry/plugin";
import type { SearchTerms } from "@quarry/text";

import type { CountsOfGroups } from "./known-counts.ts";

/** Number of a collection's passages, and their total length in terms. */
export interface CollectionSize {
  readonly liveCount: number;
  readonly liveLength: number;
}

/** A term of a query with the terms of each of its forms that occur in some passage. */
interface SpelledTerm extends IndexedTerm {
  readonly forms: Forms;
  /** Terms of all forms. */
  readonly indexed: readonly string[];
}

/** A term that contributes to the score. Its forms are indexes into the terms requested from the store. */
interface ScoringTerm {
  readonly weight: number;
  readonly forms: readonly (readonly number[])[];
}

type Forms = readonly (readonly string[])[];

const formsOf = (query: SearchTerms, term: string): Forms => query.spellings.get(term) ?? [[term]];

/** Returns every term whose passages must be counted for a query. */
export const termsOf = (query: SearchTerms): readonly string[] => [
  ...[...query.terms.keys()].flatMap((term) => formsOf(query, term).flat()),
  ...[...query.openGrams.values()].flat(),
];

/** Returns the groups of terms that count as one term. The single terms must be counted first. */
export const groupsOf = (query: SearchTerms, counts: CountsOfGroups): readonly (readonly string[])[] =>
  [...query.terms.keys()].map((term) => heldOf(formsOf(query, term), counts)).filter((group) => group.length > 1);

/** Returns the terms of all forms that occur in some passage. */
const heldOf = (forms: Forms, counts: CountsOfGroups): readonly string[] =>
  [...new Set(forms.flat())].filter((term) => counts.of([term]) > 0).sort();

/**
 * A query as sent to a store, and the exact scores of the store's hits. They are bit-identical to those of the
 * file-based index.
 */
export class QueryTerms {
  /** Terms of the request to a store. The score by these terms is an upper bound of a passage's exact score. */
  readonly terms: readonly WeightedTerm[];
  readonly required: readonly string[];
  readonly norm: LengthWeight;
  readonly #scoring: readonly ScoringTerm[];

  constructor(size: CollectionSize, query: SearchTerms, repaired: SearchTerms, counts: CountsOfGroups) {
    const weighed = weighQuery<SpelledTerm>(size.liveCount, query, repaired, {
      termOf: (term, spellings) => {
        const forms = spellings ?? [[term]];
        const indexed = heldOf(forms, counts);
        // The counts may already include passages that are being written.
        const frequency = indexed.length === 0 ? 0 : Math.min(counts.of(indexed), size.liveCount);
        return { forms: forms.map((form) => form.filter((one) => indexed.includes(one))), indexed, frequency };
      },
      openGramsOf: ({ openGrams }) => openGrams,
    }).filter(({ indexed }) => indexed.frequency > 0);
    const indexes = new Map<string, number>();
    const weights: number[] = [];
    const indexOf = (term: string, weight: number): number => {
      const index = indexes.get(term) ?? indexes.size;
      indexes.set(term, index);
      weights[index] = (weights[index] ?? 0) + weight;
      return index;
    };
    this.#scoring = weighed.map(({ indexed: { forms, indexed }, weight }) => {
      // A term shared by several forms contributes its weight once.
      const own = new Map(indexed.map((term) => [term, indexOf(term, weight)]));
      return { weight, forms: forms.map((form) => form.map((term) => own.get(term)!)) };
    });
    this.terms = Array.from(indexes, ([term, index]) => ({
      term,
      weight: Math.min(1, weights[index]!),
      frequency: counts.of([term]),
    }));
    this.required = phraseTerms(query);
    this.norm = lengthNormOf(size);
  }

  /** Returns the exact score, summed term by term in the order of the query. */
  scoreOf({ length, frequencies }: Pick<TermHit, "length" | "frequencies">): number {
    const { base, slope } = this.norm;
    let score = 0;
    for (const { weight, forms } of this.#scoring) {
      let frequency = 0;
      for (const form of forms) {
        let sum = 0;
        for (const index of form) sum += frequencies[index]!;
        if (sum > frequency) frequency = sum;
      }
      if (frequency > 0) score += (weight * frequency) / (frequency + base + slope * length);
    }
    return score;
  }
}

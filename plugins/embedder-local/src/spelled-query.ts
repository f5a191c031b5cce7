import { divisionsOf, otherSpelling, type QueryWords } from "@quarry/text";
import type { TermRarity } from "./term-rarity.ts";

/**
 * Terms of a query, with other spellings that occur in the collection's texts: `signoff` for `sign-off`, `sign` and
 * `off` for `signoff`. Vectors of texts only contain terms as written, so the query needs all of them.
 */
export class SpelledQuery {
  readonly #query: QueryWords;

  constructor(query: QueryWords) {
    this.#query = query;
  }

  /** Terms that must be counted in the collection before `divisions` can be called. */
  get terms(): readonly string[] {
    const { counts, spellings, undivided } = this.#query;
    return [...counts.keys(), ...[...spellings.values()].flat(2), ...[...undivided.keys()].map(otherSpelling)];
  }

  /**
   * Returns the parts of words that texts of the collection write separately. They must be counted before `counts` is
   * called.
   */
  divisions(rarity: TermRarity): readonly string[] {
    return [...this.#divided(rarity)].flatMap(([, word]) => divisionsOf(word)).flat();
  }

  /**
   * Returns the weight of each query term, in every spelling that occurs in the collection. Excludes words that occur
   * only in another spelling: they would count as unknown words.
   */
  counts(rarity: TermRarity): ReadonlyMap<string, number> {
    const { spellings, counts: requested } = this.#query;
    const isHeld = (term: string): boolean => rarity.documentFrequency(term) > 0;
    const counts = new Map(requested);
    const add = (term: string, forms: readonly string[]): void => {
      const count = requested.get(term)!;
      if (forms.length > 0 && !isHeld(term)) counts.delete(term);
      for (const form of forms) counts.set(form, Math.max(count, counts.get(form) ?? 0));
    };
    for (const [term, forms] of spellings) add(term, forms.map(([form]) => form!).filter(isHeld));
    for (const [term, word] of this.#divided(rarity)) add(term, likeliest(divisionsOf(word), rarity));
    return counts;
  }

  #divided({ documentFrequency }: TermRarity): readonly (readonly [string, string])[] {
    return [...this.#query.undivided].filter(([term]) => documentFrequency(otherSpelling(term)) > 0);
  }
}

/**
 * Returns the division whose rarest part occurs in the most texts; empty if no division has all its parts in the
 * collection.
 */
function likeliest(divisions: readonly (readonly string[])[], { documentFrequency }: TermRarity): readonly string[] {
  let best: readonly string[] = [];
  let most = 0;
  for (const parts of divisions) {
    const held = Math.min(...parts.map(documentFrequency));
    if (held > most) [best, most] = [parts, held];
  }
  return best;
}

import { divisionsOf, otherSpelling, type QueryWords } from "@quarry/text";
import type { TermRarity } from "./term-rarity.ts";

/**
 * Terms of a query, with other spellings in the collection's texts: `signoff` for `sign-off`, `sign` and `off` for
 * `signoff`. Vectors of texts only have terms as written, so the query must have all of them.
 */
export class SpelledQuery {
  readonly #query: QueryWords;

  constructor(query: QueryWords) {
    this.#query = query;
  }

  /** The terms that must be counted in the collection before it can be asked for `divisions`. */
  get terms(): readonly string[] {
    const { counts, spellings, undivided } = this.#query;
    return [...counts.keys(), ...[...spellings.values()].flat(2), ...[...undivided.keys()].map(otherSpelling)];
  }

  /** The terms of all parts of the words that texts of the collection divide: they must be counted before `counts`. */
  divisions(rarity: TermRarity): readonly string[] {
    return [...this.#divided(rarity)].flatMap(([, word]) => divisionsOf(word)).flat();
  }

  /**
   * Weight of each query term, in any spelling that the collection has. A word that the collection only has in another
   * spelling is not among them: it would count as an unknown word.
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

/** The division whose rarest part most texts hold; nothing where none has all its parts in the collection. */
function likeliest(divisions: readonly (readonly string[])[], { documentFrequency }: TermRarity): readonly string[] {
  let best: readonly string[] = [];
  let most = 0;
  for (const parts of divisions) {
    const held = Math.min(...parts.map(documentFrequency));
    if (held > most) [best, most] = [parts, held];
  }
  return best;
}

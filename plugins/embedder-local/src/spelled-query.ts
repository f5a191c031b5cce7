import { divisionsOf, otherSpelling, type QueryWords } from "@quarry/text";
import type { TermRarity } from "./query-vector.ts";

/**
 * The terms of a query, and what else the collection's texts may have in their places: `signoff` for `sign-off`, `sign` and `off` for
 * `signoff`. Vectors of texts know only what is written there, so that the query has to look for all of it.
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

  /** How often each term counts, in whatever spelling. */
  counts(rarity: TermRarity): ReadonlyMap<string, number> {
    const { spellings, counts: asked } = this.#query;
    const counts = new Map(asked);
    const add = (term: string, count: number): unknown => counts.set(term, Math.max(count, counts.get(term) ?? 0));
    for (const [term, forms] of spellings) for (const [form] of forms) add(form!, asked.get(term)!);
    for (const [term, word] of this.#divided(rarity)) {
      for (const part of likeliest(divisionsOf(word), rarity)) add(part, asked.get(term)!);
    }
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

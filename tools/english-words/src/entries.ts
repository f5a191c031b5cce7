import { STOP_TERMS, wordTerm } from "@quarry/text";
import type { WordPieces } from "./word-pieces.ts";

/** A word of the table: all forms of it that the analyzer makes one term of. */
export interface Entry {
  /** The most frequent first; it stands for the word in the table. */
  readonly forms: readonly string[];
  /** Whether the model's order tells how frequent it is. */
  readonly isRanked: boolean;
}

const WORD = /^[a-z]{2,}$/;

/**
 * The words that the model has whole, the most frequent first, then those of the word list, in the order of the alphabet, that
 * are in frequent use or that the model reads in two pieces. Other words are rare, and the model understands little of them.
 */
export function entriesOf({ pieces, isShort }: WordPieces, listed: ReadonlyMap<string, boolean>): readonly Entry[] {
  const ranked = groupByTerm(pieces.filter((piece) => WORD.test(piece)));
  const others = groupByTerm([...listed.keys()].sort());
  const isWanted = (form: string) => listed.get(form)! || isShort(form);
  return [
    ...[...ranked.values()].map((forms) => ({ forms, isRanked: true })),
    ...[...others]
      .filter(([term, forms]) => !ranked.has(term) && forms.some(isWanted))
      .map(([, forms]) => ({ forms, isRanked: false })),
  ];
}

function groupByTerm(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const term = wordTerm(word);
    if (STOP_TERMS.has(term)) continue;
    const forms = groups.get(term);
    if (forms === undefined) groups.set(term, [word]);
    else forms.push(word);
  }
  return groups;
}

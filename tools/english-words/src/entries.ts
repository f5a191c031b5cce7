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
 * The words that the model has whole, the most frequent first, then those of the word list that it reads in two pieces, in
 * the order of the alphabet. What it reads in more pieces is rare, and is little understood.
 */
export function entriesOf({ pieces, isShort }: WordPieces, listed: ReadonlySet<string>): readonly Entry[] {
  const ranked = groupByTerm(pieces.filter((piece) => WORD.test(piece)));
  const others = groupByTerm([...listed].sort());
  return [
    ...[...ranked.values()].map((forms) => ({ forms, isRanked: true })),
    ...[...others]
      .filter(([term, forms]) => !ranked.has(term) && isShort(forms[0]!))
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

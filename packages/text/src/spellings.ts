import { analyzeWords } from "./analyzer.ts";
import { classAt, WORD } from "./character-classes.ts";
import type { CodeRun } from "./code-runs.ts";
import { joinedNumber } from "./joined-number.ts";
import { JoinedWords } from "./joined-words.ts";
import { normalizeText } from "./normalize-text.ts";
import { otherSpelling } from "./other-spelling.ts";
import { characterLength, scan } from "./scan-words.ts";
import { isGram } from "./word-grams.ts";

/** Some words of a query, read as one word. */
export interface WrittenTogether {
  /** Terms of texts that contain it as one word, whole or divided. */
  readonly form: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Code in groups of which this is a form. */
  readonly code?: CodeRun | undefined;
}

/** Returns the forms of a query's words if they are written as one word. The query must be normalized. */
export function writtenTogether(query: string): readonly WrittenTogether[] {
  const found: WrittenTogether[] = [];
  const words = new JoinedWords(
    query,
    (joined, start, end, kind, code) => {
      if (kind === "beginning") return;
      // A text in which the two words are neighbours, as in the query, has both words as terms.
      found.push({ form: kind === "neighbours" ? [joined] : spelled(joined), start, end, code });
    },
    { joinsLetters: true },
  );
  scan(query, () => {}, words);
  words.finish();
  return found;
}

/**
 * Spellings by query term, each as its terms; the term itself first. A text's frequency of the term is that of its most
 * frequent spelling, and a spelling's frequency is that of all its terms together. So `sign`, `off` and `signoff` are
 * each found once both in a text with `sign-off` and in one with `signoff`.
 */
export type Spellings = ReadonlyMap<string, readonly (readonly string[])[]>;

export function spellingsOf(query: string, terms: Iterable<string>): Spellings {
  const text = normalizeText(query);
  const spellings = new Map<string, (readonly string[])[]>();
  for (const term of terms) if (mayBeSpelled(term)) spellings.set(term, [spelled(term)]);
  const add = (term: string, form: readonly string[]): void => {
    const forms = spellings.get(term);
    if (forms !== undefined && forms.every(([known]) => known !== form[0])) forms.push(form);
  };
  for (const term of [...spellings.keys()]) {
    const number = joinedNumber(term);
    if (number !== undefined) add(number, spelled(term));
  }
  for (const { form, start, end, code } of writtenTogether(text)) {
    for (const term of analyzeWords(text.slice(start, end))) add(term, form);
    if (code !== undefined) add(code.forms[0]!.form, form);
  }
  return spellings;
}

const spelled = (term: string): readonly string[] => [term, otherSpelling(term)];

/** Whether a term can have spellings: bigrams are never written as one word, and neither are grams. */
function mayBeSpelled(term: string): boolean {
  return !isGram(term) && (classAt(term, 0) === WORD || term.length === characterLength(term, 0));
}

import { STOP_TERMS } from "./analyzer.ts";
import { dictionaryWord } from "./dictionary-word.ts";
import { normalizeText } from "./normalize-text.ts";
import { otherSpelling } from "./other-spelling.ts";
import { scan } from "./scan-words.ts";
import { TextSpellings } from "./text-spellings.ts";
import { wholeCodes } from "./whole-codes.ts";
import { appendWordGrams } from "./word-grams.ts";

/** A text as the keyword index has it. */
export interface IndexedText {
  /** What it is found by: the terms of `analyze`, codes as a whole, and what it holds in other spellings (`otherSpelling`). */
  readonly terms: string[];
  /**
   * Length for BM25, also of the average: its words, each once whatever terms it gives and however it is spelled, pairs of characters and grams. Without
   * stop words, which say how wordy a text is, not how much it says (Cranfield nDCG@10 rises by .005).
   */
  readonly length: number;
}

/** Indexes a text. Words that a query may have misspelt are added to `words`; see `dictionaryWord`. */
export function indexText(raw: string, words: Set<string>): IndexedText {
  const text = normalizeText(raw);
  const spelled: string[] = [];
  const spellings = new TextSpellings(text, (form) => spelled.push(otherSpelling(form)));
  const terms: string[] = [];
  let length = 0;
  /** Whether what comes counts: the first of a word, each of a run of characters. */
  let counts = true;
  let isRun = false;
  const add = (term: string, _position: number, word?: string): void => {
    if (term === "") return;
    terms.push(term);
    if (counts && !STOP_TERMS.has(term)) {
      length++;
      counts = isRun;
    }
    if (word === undefined || words.has(word)) return;
    const entry = dictionaryWord(word);
    if (entry !== "") words.add(entry);
  };
  scan(text, add, {
    word: (start, end, isCompound) => {
      counts = true;
      isRun = false;
      spellings.word(start, end, isCompound);
    },
    run: (start, end) => {
      counts = true;
      isRun = true;
      spellings.run(start, end);
    },
  });
  length = Math.max(0, length - spellings.finish());
  const wordCount = terms.length;
  appendWordGrams(terms);
  for (const { term } of wholeCodes(raw)) terms.push(term);
  length += terms.length - wordCount;
  for (const term of spelled) terms.push(term);
  return { terms, length };
}

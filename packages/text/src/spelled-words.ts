import { classAt, WORD } from "./character-classes.ts";
import { hasCamelHump } from "./compound-word.ts";
import { dictionaryWord } from "./dictionary-word.ts";
import { otherSpelling } from "./other-spelling.ts";
import { quotedPhrases } from "./quoted-phrases.ts";
import { searchText } from "./search-text.ts";
import { type WrittenTogether, writtenTogether } from "./spellings.ts";
import { STOP_TERMS } from "./stop-words.ts";
import { wordTerm } from "./word-term.ts";

/** Query word that may be misspelt. */
export interface SpelledWord {
  /** Dictionary form: see `dictionaryWord`. */
  readonly word: string;
  /** Terms of the word in the index, in this and other spellings, alone and joined with its neighbours. */
  readonly terms: readonly string[];
  /** Range in the query's text that is searched. */
  readonly start: number;
  readonly end: number;
}

/** Query text that is searched, and its words that may be misspelt. */
export interface SpelledQuery {
  readonly text: string;
  readonly words: readonly SpelledWord[];
}

const RUN_OF_LETTERS = /[\p{L}\p{M}]+/gu;
const DIGIT = /\p{N}/u;
/** Characters that join the letters on both sides into a code: `ERR_CLOSED`, `foo.bar`, `john@example`. */
const CODE_JOINER = /[_.@\\]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns the words of a query that may be misspelt. Excludes stop words, parts of codes, scripts without spaces
 * between words, and quoted phrases, which are meant literally.
 */
export function spelledWords(query: string): SpelledQuery {
  const text = searchText(query);
  const phrases = quotedPhrases(text);
  const joined = writtenTogether(text).toSorted((a, b) => a.start - b.start);
  let next = 0;
  let nextPhrase = 0;
  let around: readonly WrittenTogether[] = [];
  const words: SpelledWord[] = [];
  for (const match of text.matchAll(RUN_OF_LETTERS)) {
    const start = match.index;
    const end = start + match[0].length;
    const begun = next;
    while (next < joined.length && joined[next]!.start <= start) next++;
    around = [...around, ...joined.slice(begun, next)].filter((written) => end <= written.end);
    if (classAt(text, start) !== WORD || hasCamelHump(match[0])) continue;
    while (nextPhrase < phrases.length && phrases[nextPhrase]!.end < end) nextPhrase++;
    if (nextPhrase < phrases.length && phrases[nextPhrase]!.start <= start) continue;
    if (around.some(({ code }) => code !== undefined)) continue;
    if (isCode(text[start - 1], text[start - 2]) || isCode(text[end], text[end + 1])) continue;
    const lower = match[0].toLowerCase();
    const word = dictionaryWord(lower);
    const term = wordTerm(lower);
    if (word === "" || STOP_TERMS.has(term)) continue;
    const terms = new Set([term, otherSpelling(term), ...around.flatMap(({ form }) => form)]);
    words.push({ word, terms: [...terms], start, end });
  }
  return { text, words };
}

// A full stop at the end of a sentence doesn't make the last word a code.
function isCode(neighbour: string | undefined, nextNeighbour: string | undefined): boolean {
  if (neighbour === undefined) return false;
  return (
    DIGIT.test(neighbour) ||
    (CODE_JOINER.test(neighbour) && nextNeighbour !== undefined && LETTER_OR_DIGIT.test(nextNeighbour))
  );
}

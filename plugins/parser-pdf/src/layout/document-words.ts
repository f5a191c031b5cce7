import type { PageLine } from "../engine/page-text.ts";
import { isEnglishWord } from "./english-words.ts";
import { normalizeText } from "./correct-text.ts";

/**
 * Maximum number of words to learn. A hundred pages show how a document writes its words; more would cost time and
 * memory.
 */
const MAX_LEARNED = 50_000;
const MAX_WORD_CHARACTERS = 40;
/**
 * Number of words from which the language is detected, and minimum share that is English: some 90 % of an English
 * text's words are on the list, and a third of other texts'.
 */
const LANGUAGE_WORDS = 300;
const ENGLISH_SHARE = 0.6;
/** Number of divisions that are enough to learn a document's habit. */
const MAX_DIVISIONS = 300;
/**
 * With at least this many line-end hyphens that belong to their words, and at most this share that divide words, all
 * hyphens are retained.
 */
const MIN_OWN_HYPHENS = 3;
const MAX_DIVIDED_SHARE = 0.1;

const WORDS = /\p{L}[\p{L}\p{M}]*(?:[-\u2010\u2011]\p{L}[\p{L}\p{M}]*)*/gu;
/** The same for ASCII lines in lower case, which is much faster. */
const ASCII = /^[ -~]*$/;
const ASCII_WORDS = /[a-z]+(?:-[a-z]+)*/g;
const HYPHENS = /[-\u2010\u2011]/;
const DIVIDED = /[-\u00ad\u2010\u2011\ufffe]/;
const DIVIDED_END = /(\p{L}[\p{L}\p{M}]{0,39})[-\u00ad\u2010\u2011\ufffe]$/u;
const BEGINNING = /^\p{L}[\p{L}\p{M}]{0,39}/u;

/** Words that a document writes unhyphenated within its lines. They decide how words at line ends are joined. */
export class DocumentWords {
  /** Frequency of each word. A hyphenated word is counted by pairs of adjacent parts (`of-the`, `the-art`). */
  readonly #counts = new Map<string, { times: number }>();
  readonly #learned = new WeakSet<readonly PageLine[]>();
  readonly #divisions: [first: string, second: string][] = [];
  #count = 0;
  #isEnglish: boolean | undefined;
  /** Whether there were enough words to detect the language. Detection uses the first words, which don't change. */
  #isLanguageKnown = false;
  #keepsHyphens: boolean | undefined;

  /** Learns the words of a page's lines. Repeated calls have no effect. */
  learn(lines: readonly PageLine[]): void {
    if (this.#learned.has(lines)) return;
    this.#learned.add(lines);
    if (!this.#isLanguageKnown) this.#isEnglish = undefined;
    this.#keepsHyphens = undefined;
    let isDivided = false;
    for (const [index, line] of lines.entries()) {
      if (this.#count >= MAX_LEARNED) return;
      const text = normalizeText(line.text);
      const end = DIVIDED.test(text.at(-1) ?? "")
        ? DIVIDED_END.exec(text.slice(-MAX_WORD_CHARACTERS - 1))?.[1]
        : undefined;
      this.#learnLine(text, isDivided, end !== undefined);
      if (end !== undefined) this.#learnDivision(end, lines[index + 1]?.text ?? "");
      isDivided = end !== undefined;
    }
  }

  /**
   * Returns how often a lower-case word, or two parts joined by a hyphen, occurs within lines, with and without a final
   * `s`.
   */
  countForms(word: string): number {
    return this.#countOf(word) + this.#countOf(word.endsWith("s") ? word.slice(0, -1) : `${word}s`);
  }

  /** Whether a lower-case word occurs in the document, or in the language's dictionary if available. */
  isWord(word: string): boolean {
    return this.#counts.has(word) || (this.isEnglish() && isEnglishWord(word));
  }

  isEnglish(): boolean {
    return (this.#isEnglish ??= this.#detectEnglish());
  }

  /** Whether hyphens at line ends belong to their words: the document was set without hyphenation. */
  keepsHyphens(): boolean {
    return (this.#keepsHyphens ??= this.#neverHyphenates());
  }

  #countOf(word: string): number {
    return this.#counts.get(word)?.times ?? 0;
  }

  #learnLine(text: string, isFirstDivided: boolean, isLastDivided: boolean): void {
    const words = text.toLowerCase().match(ASCII.test(text) ? ASCII_WORDS : WORDS) ?? [];
    const end = words.length - (isLastDivided ? 1 : 0);
    const hasCompounds = HYPHENS.test(text);
    for (let index = isFirstDivided ? 1 : 0; index < end; index++) {
      const word = words[index]!;
      if (!hasCompounds || !HYPHENS.test(word)) this.#add(word);
      else this.#addCompound(word.split(HYPHENS));
    }
  }

  #addCompound(parts: readonly string[]): void {
    for (const [index, part] of parts.entries()) {
      this.#add(part);
      if (index > 0) this.#add(`${parts[index - 1]}-${part}`);
    }
  }

  #add(word: string): void {
    if (word.length > MAX_WORD_CHARACTERS) return;
    this.#count++;
    const count = this.#counts.get(word);
    if (count === undefined) this.#counts.set(word, { times: 1 });
    else count.times++;
  }

  #learnDivision(first: string, next: string): void {
    const second = BEGINNING.exec(next)?.[0];
    if (second === undefined || this.#divisions.length >= MAX_DIVISIONS) return;
    this.#divisions.push([first.toLowerCase(), second.toLowerCase()]);
  }

  #detectEnglish(): boolean {
    let all = 0;
    let english = 0;
    for (const word of this.#counts.keys()) {
      if (word.length < 3 || word.includes("-")) continue;
      if (isEnglishWord(word)) english++;
      if (++all < LANGUAGE_WORDS) continue;
      this.#isLanguageKnown = true;
      break;
    }
    return english >= all * ENGLISH_SHARE;
  }

  #neverHyphenates(): boolean {
    let own = 0;
    let divided = 0;
    for (const [first, second] of this.#divisions) {
      const whole = this.isWord(first + second);
      const parts = this.isWord(first) && this.isWord(second);
      const wholes = this.countForms(first + second);
      if (this.countForms(`${first}-${second}`) > wholes || (parts && !whole)) own++;
      else if (whole && (!parts || wholes > 0)) divided++;
    }
    return own >= MIN_OWN_HYPHENS && divided <= own * MAX_DIVIDED_SHARE;
  }
}

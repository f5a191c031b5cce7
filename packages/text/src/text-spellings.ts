import { characterLength, type PositionVisitor } from "./scan-words.ts";
import { isBlank, JoinedWords } from "./joined-words.ts";
import { isNumber } from "./number-term.ts";
import { STOP_WORDS } from "./stop-words.ts";

/**
 * Called with a form of the text in addition to its terms; `isWhole` if it stands for the current word, or most of it.
 */
export type VisitSpelling = (form: string, isWhole: boolean) => void;

/** Surplus words of a text that has blanks within words. */
export interface Surplus {
  /** Number of surplus words, if words that may be one count as one. */
  readonly blanks: number;
  /** Number of those that are numbers, or parts of one (`12 mm`, `1 000`). */
  readonly numbers: number;
  /** Digit groups that occur more than once in a number (`1 000 000`), with the number of surplus occurrences. */
  readonly repeated: ReadonlyMap<string, number>;
}

/** Separators between groups of a code. */
const GAP = /[ :/()–−]/;

/**
 * Finds forms of a text in addition to its terms: words in other spellings, and words of one character in continuous
 * text.
 */
export class TextSpellings implements PositionVisitor {
  readonly #text: string;
  readonly #visit: VisitSpelling;
  readonly #joined: JoinedWords;
  /** Positions of blanks that can be omitted. */
  readonly #blanks = new Set<number>();
  readonly #repeated = new Map<string, number>();
  #numbers = 0;

  constructor(text: string, visit: VisitSpelling) {
    this.#text = text;
    this.#visit = visit;
    this.#joined = new JoinedWords(
      text,
      (form, start, end, kind, code) => {
        if (kind !== "own") visit(form, kind === "divided");
        if (kind === "apart" || code?.forms[0]!.form === form) this.#addBlanks(start, end, kind === "code");
      },
      { joinsLetters: false },
    );
  }

  word(start: number, end: number, isCompound: boolean): void {
    this.#joined.word(start, end, isCompound);
  }

  run(start: number, end: number): void {
    this.#joined.run();
    // A single character is already a term.
    if (start + characterLength(this.#text, start) >= end) return;
    for (let index = start; index < end;) {
      const next = index + characterLength(this.#text, index);
      if (isWordCharacter(this.#text.codePointAt(index)!)) this.#visit(this.#text.slice(index, next), false);
      index = next;
    }
  }

  #addBlanks(start: number, end: number, isCode: boolean): void {
    const words = new Set<string>();
    const blanksBefore = this.#blanks.size;
    let hasNumber = false;
    let wordEnd = end;
    for (let at = end - 1; at >= start - 1; at--) {
      const isBetween = isCode ? GAP.test(this.#text[at]!) : isBlank(this.#text[at]!);
      if (at >= start && !isBetween) continue;
      const word = this.#text.slice(at + 1, wordEnd).toLowerCase();
      wordEnd = at;
      if (word === "") continue;
      // A number with a unit is visited again.
      const isKnown = this.#blanks.has(at);
      // Stop words are not counted: of `3.5 in`, one word remains anyway.
      if (at >= start && !isKnown && !STOP_WORDS.has(word)) this.#blanks.add(at);
      hasNumber ||= isNumber(word);
      if (words.has(word) && !isKnown) this.#repeated.set(word, (this.#repeated.get(word) ?? 0) + 1);
      words.add(word);
    }
    if (hasNumber) this.#numbers += this.#blanks.size - blanksBefore;
  }

  /** Ends the text and returns its surplus. Call it once, after the last word. */
  finish(): Surplus {
    this.#joined.finish();
    return { blanks: this.#blanks.size, numbers: this.#numbers, repeated: this.#repeated };
  }
}

/**
 * Whether the character can be a word: Han characters and Hangul syllables can; letters of Kana, Thai and the others
 * cannot.
 */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

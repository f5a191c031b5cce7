import { JoinedWords } from "../joined-words.ts";
import { characterLength, type PositionVisitor } from "../scan-words.ts";
import type { TextRange } from "../characters.ts";
import type { WordSieve } from "./word-sieve.ts";

const LAST_LATIN = 0x24f;

/** Called with a form of the text from `start` to `end`, and whether it is a term of the text itself. */
type VisitForm = (form: string, start: number, end: number, isOwn: boolean) => void;

/** Positions of the terms that `scan` emits for a normalized text, and other spellings of its words. */
export class PlacedTerms implements PositionVisitor {
  readonly #text: string;
  readonly #joined: JoinedWords;
  readonly #visit: VisitForm;
  readonly #sieve: WordSieve;
  #start = 0;
  #end = 0;
  #isRun = false;
  #mayBeQueried = true;
  /** Offset from which the next part of a word, or bigram of a run, is searched. */
  #next = 0;

  constructor(text: string, sieve: WordSieve, visit: VisitForm) {
    this.#text = text;
    this.#sieve = sieve;
    this.#visit = visit;
    this.#joined = new JoinedWords(text, (form, start, end, kind) => visit(form, start, end, kind === "own"), {
      joinsLetters: false,
    });
  }

  word(start: number, end: number, isCompound: boolean): void {
    this.#begin(start, end, false);
    this.#mayBeQueried = this.#sieve.mayContain(this.#text, start, end);
    // Only numbers and codes contain blanks, and only words of other scripts contain an article.
    const mayBeJoined = isCompound || this.#text.charCodeAt(start) > LAST_LATIN;
    if (this.#sieve.hasCodes || (mayBeJoined && this.#mayBeQueried)) this.#joined.word(start, end, isCompound);
  }

  passesOver(): boolean {
    return !this.#mayBeQueried;
  }

  run(start: number, end: number): void {
    this.#begin(start, end, true);
    this.#joined.run();
    for (let index = start; index < end;) {
      const next = index + characterLength(this.#text, index);
      this.#visit(this.#text.slice(index, next), index, next, false);
      index = next;
    }
  }

  finish(): void {
    this.#joined.finish();
  }

  /** Returns the range of the next term that `scan` emits; `part` is the lower-case text from which it was made. */
  of(term: string, part: string | undefined): TextRange {
    if (this.#isRun) {
      const start = this.#next;
      this.#next += characterLength(this.#text, start);
      return { start, end: Math.min(this.#end, start + term.length) };
    }
    const whole = { start: this.#start, end: this.#end };
    if (part === undefined || part.length >= this.#end - this.#start) return whole;
    const at = this.#text.slice(this.#next, this.#end).toLowerCase().indexOf(part);
    if (at < 0) return whole;
    const start = this.#next + at;
    // For a camel-case word, the whole is emitted before its parts.
    this.#next = start + part.length;
    return { start, end: this.#next };
  }

  #begin(start: number, end: number, isRun: boolean): void {
    this.#start = start;
    this.#end = end;
    this.#isRun = isRun;
    this.#next = start;
  }
}

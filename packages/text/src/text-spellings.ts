import { characterLength, type PlaceVisitor } from "./scan-words.ts";
import { isBlank, JoinedWords } from "./joined-words.ts";

/** Finds what a text holds beside its terms: words in other spellings, and words of one character in running text. */
export class TextSpellings implements PlaceVisitor {
  readonly #text: string;
  readonly #visit: (form: string) => void;
  readonly #joined: JoinedWords;
  /** Where blanks stand in what may also be written without. */
  readonly #blanks = new Set<number>();

  constructor(text: string, visit: (form: string) => void) {
    this.#text = text;
    this.#visit = visit;
    this.#joined = new JoinedWords(
      text,
      (form, start, end, kind) => {
        if (kind !== "own") visit(form);
        if (kind === "apart") this.#addBlanks(start, end);
      },
      { joinsLetters: false },
    );
  }

  word(start: number, end: number, isCompound: boolean): void {
    this.#joined.word(start, end, isCompound);
  }

  run(start: number, end: number): void {
    this.#joined.run();
    // A character that stands alone is a term of its own.
    if (start + characterLength(this.#text, start) >= end) return;
    for (let index = start; index < end;) {
      const next = index + characterLength(this.#text, index);
      if (isWordCharacter(this.#text.codePointAt(index)!)) this.#visit(this.#text.slice(index, next));
      index = next;
    }
  }

  #addBlanks(start: number, end: number): void {
    for (let at = start; at < end; at++) if (isBlank(this.#text[at]!)) this.#blanks.add(at);
  }

  /** To be called at the end of the text. Gives how many words fewer it has if what may be one word is one. */
  finish(): number {
    this.#joined.finish();
    return this.#blanks.size;
  }
}

/** Han characters and syllables of Hangul may be words; letters of Kana, Thai and the others are not. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

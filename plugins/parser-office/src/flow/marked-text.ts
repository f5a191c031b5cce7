import { noteMarkBreak, noteMarkText } from "@quarry/text";

/** Characters retained to decide whether superscript text after them is a note mark. */
const TAIL_CHARACTERS = 64;
/** Note marks are shorter. */
const MAX_RAISED_CHARACTERS = 64;

/** Builds text from fragments, and separates superscript note marks from their word: `agreement [7]`. */
export class MarkedText {
  #text = "";
  /** End of the text, stored separately: reading the end of a long string that is still growing copies all of it. */
  #tail = "";
  /** Superscript text that is not yet part of the text, because more fragments can follow. */
  #raised = "";

  get length(): number {
    return this.#text.length + this.#raised.length;
  }

  add(fragment: string, isRaised = false): void {
    if (isRaised) {
      this.#raised += fragment;
      if (this.#raised.length > MAX_RAISED_CHARACTERS) this.#flushRaised();
      return;
    }
    if (fragment === "") return;
    this.#flushRaised();
    this.#append(fragment);
  }

  /** Returns the text so far and resets it. */
  take(): string {
    this.#flushRaised();
    const text = this.#text;
    this.#text = "";
    this.#tail = "";
    return text;
  }

  #flushRaised(): void {
    if (this.#raised === "") return;
    const raised = this.#raised;
    this.#raised = "";
    this.#append(noteMarkBreak(this.#tail, raised) ? noteMarkText(raised) : raised);
  }

  #append(fragment: string): void {
    this.#text += fragment;
    this.#tail =
      fragment.length >= TAIL_CHARACTERS
        ? fragment.slice(-TAIL_CHARACTERS)
        : (this.#tail + fragment).slice(-TAIL_CHARACTERS);
  }
}

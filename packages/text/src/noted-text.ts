import { noteMarkBreak, noteMarkText } from "./note-mark.ts";

/** Characters retained from the end of the text: `noteMarkBreak` reads no more. */
const TAIL_CHARACTERS = 64;

/**
 * Text built incrementally, with superscript parts. Note marks are separated from the word before them. Costs as much
 * as appending, however many parts are superscript.
 */
export class NotedText {
  #text = "";
  /** Last characters before the superscript part. */
  #tail = "";
  /** Text before the open superscript part. */
  #before: string | undefined;

  get length(): number {
    return this.#text.length + (this.#before?.length ?? 0);
  }

  append(text: string): void {
    this.#text += text;
    // Never reads the whole text to get its tail: short pieces are appended to the tail, a long one replaces it.
    if (this.#before === undefined)
      this.#tail = text.length < TAIL_CHARACTERS ? this.#tail.slice(-TAIL_CHARACTERS) + text : text;
  }

  /** Begins a superscript part; a nested one belongs to it. */
  raise(): void {
    if (this.#before !== undefined) return;
    this.#before = this.#text;
    this.#text = "";
  }

  /** Ends the superscript part. */
  lower(): void {
    if (this.#before === undefined) return;
    const before = this.#before;
    const raised = this.#text;
    this.#before = undefined;
    this.#text = before;
    // The mark is not part of the tail: another mark of the same word can follow at once.
    if (noteMarkBreak(this.#tail, raised)) this.#text += noteMarkText(raised);
    else this.append(raised);
  }

  /** Returns the text so far and starts a new one. */
  take(): string {
    this.lower();
    const text = this.#text;
    this.#text = "";
    this.#tail = "";
    return text;
  }
}

import { noteMarkBreak, noteMarkText } from "./note-mark.ts";

/** Characters retained from the end of the text: `noteMarkBreak` reads no more. */
const TAIL_CHARACTERS = 64;

/**
 * Text that grows piece by piece, with raised parts. Those that refer to notes are set apart from the word before them.
 * Costs what appending costs, however many parts are raised.
 */
export class NotedText {
  #text = "";
  /** The last characters before the raised part. */
  #tail = "";
  /** The text before the raised part that is open. */
  #before: string | undefined;

  get length(): number {
    return this.#text.length + (this.#before?.length ?? 0);
  }

  append(text: string): void {
    this.#text += text;
    // The whole text is never looked at for its tail: short pieces are joined, long ones stand for themselves.
    if (this.#before === undefined)
      this.#tail = text.length < TAIL_CHARACTERS ? this.#tail.slice(-TAIL_CHARACTERS) + text : text;
  }

  /** Begins a raised part; one within another is part of that. */
  raise(): void {
    if (this.#before !== undefined) return;
    this.#before = this.#text;
    this.#text = "";
  }

  /** Ends the raised part. */
  lower(): void {
    if (this.#before === undefined) return;
    const before = this.#before;
    const raised = this.#text;
    this.#before = undefined;
    this.#text = before;
    // The mark is not part of the tail: another may follow at once, which belongs to the same word.
    if (noteMarkBreak(this.#tail, raised)) this.#text += noteMarkText(raised);
    else this.append(raised);
  }

  /** The text so far, which is over with that. */
  take(): string {
    this.lower();
    const text = this.#text;
    this.#text = "";
    this.#tail = "";
    return text;
  }
}

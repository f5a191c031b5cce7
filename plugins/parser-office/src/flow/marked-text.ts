import { noteMarkBreak, noteMarkText } from "@quarry/text";

/** Characters retained, enough to tell whether the raised text behind them is a note mark. */
const TAIL_CHARACTERS = 64;
/** No mark of a note is as long. */
const MAX_RAISED_CHARACTERS = 64;

/** Text piece by piece, where raised marks of notes are set apart from their word: `agreement [7]`. */
export class MarkedText {
  #text = "";
  /** The end of the text: asking a long one that is still growing for its end copies it whole. */
  #tail = "";
  /** Raised text that is not yet part of the text, as more of it may follow in pieces. */
  #raised = "";

  get length(): number {
    return this.#text.length + this.#raised.length;
  }

  add(piece: string, isRaised = false): void {
    if (isRaised) {
      this.#raised += piece;
      if (this.#raised.length > MAX_RAISED_CHARACTERS) this.#settle();
      return;
    }
    if (piece === "") return;
    this.#settle();
    this.#push(piece);
  }

  /** Returns the text so far, and starts over. */
  take(): string {
    this.#settle();
    const text = this.#text;
    this.#text = "";
    this.#tail = "";
    return text;
  }

  #settle(): void {
    if (this.#raised === "") return;
    const raised = this.#raised;
    this.#raised = "";
    this.#push(noteMarkBreak(this.#tail, raised) ? noteMarkText(raised) : raised);
  }

  #push(piece: string): void {
    this.#text += piece;
    this.#tail =
      piece.length >= TAIL_CHARACTERS ? piece.slice(-TAIL_CHARACTERS) : (this.#tail + piece).slice(-TAIL_CHARACTERS);
  }
}

import { cleanText } from "@quarry/plugin";
import { cutBefore } from "./split-text.ts";

/** A paragraph and the form feeds that came before it. */
export interface Paragraph {
  readonly text: string;
  readonly pageBreaks: number;
}

/** A blank line, or a form feed wherever it stands. */
const BREAK = /\n[^\S\n\f]*(?=\n)|\f/g;

/**
 * Cuts a stream of text into paragraphs at blank lines and form feeds. Holds at most one paragraph, and of one that
 * never ends at most `maxCharacters`.
 */
export class ParagraphSplitter {
  readonly #maxCharacters: number;
  #pending = "";
  #pageBreaks = 0;
  #endsInReturn = false;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  *push(chunk: string): Generator<Paragraph> {
    this.#pending += this.#normalizeLineEnds(chunk);
    yield* this.#takeParagraphs();
    while (this.#pending.length > this.#maxCharacters) {
      const cut = cutBefore(this.#pending, this.#maxCharacters);
      yield* this.#give(this.#pending.slice(0, cut));
      this.#pending = this.#pending.slice(cut);
    }
  }

  *end(): Generator<Paragraph> {
    yield* this.#give(this.#pending);
    this.#pending = "";
  }

  *#takeParagraphs(): Generator<Paragraph> {
    const text = this.#pending;
    let start = 0;
    BREAK.lastIndex = 0;
    for (let match = BREAK.exec(text); match !== null; match = BREAK.exec(text)) {
      const next = BREAK.lastIndex;
      yield* this.#giveWithin(text, start, match.index);
      BREAK.lastIndex = next;
      if (match[0] === "\f") this.#pageBreaks++;
      start = next;
    }
    // Sliced text keeps its whole source alive; a copy of the rest lets it go.
    this.#pending = start === 0 ? text : text.slice(start);
  }

  *#giveWithin(text: string, start: number, end: number): Generator<Paragraph> {
    let from = start;
    while (end - from > this.#maxCharacters) {
      const cut = from + cutBefore(text.slice(from, end), this.#maxCharacters);
      yield* this.#give(text.slice(from, cut));
      from = cut;
    }
    yield* this.#give(text.slice(from, end));
  }

  *#give(raw: string): Generator<Paragraph> {
    const text = cleanText(raw).trim();
    if (text === "") return;
    yield { text, pageBreaks: this.#pageBreaks };
    this.#pageBreaks = 0;
  }

  #normalizeLineEnds(chunk: string): string {
    // A "\r\n" may be cut in two by the chunking.
    const text = this.#endsInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    this.#endsInReturn = chunk.endsWith("\r");
    return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
  }
}

import { cleanText } from "@quarry/plugin";
import { splitIndexBefore } from "./split-text.ts";

/** A paragraph and the form feeds that preceded it. */
export interface Paragraph {
  readonly text: string;
  readonly pageBreaks: number;
}

/** An empty line, or a form feed anywhere. */
const BREAK = /\n[^\S\n\f]*(?=\n)|\f/g;

/**
 * Splits a stream of text into paragraphs at empty lines and form feeds. Buffers at most one paragraph, and at most
 * `maxCharacters` of one that never ends.
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
      const splitIndex = splitIndexBefore(this.#pending, this.#maxCharacters);
      yield* this.#emit(this.#pending.slice(0, splitIndex));
      this.#pending = this.#pending.slice(splitIndex);
    }
  }

  *end(): Generator<Paragraph> {
    yield* this.#emit(this.#pending);
    this.#pending = "";
  }

  *#takeParagraphs(): Generator<Paragraph> {
    const text = this.#pending;
    let start = 0;
    BREAK.lastIndex = 0;
    for (let match = BREAK.exec(text); match !== null; match = BREAK.exec(text)) {
      const next = BREAK.lastIndex;
      yield* this.#emitSplit(text, start, match.index);
      BREAK.lastIndex = next;
      if (match[0] === "\f") this.#pageBreaks++;
      start = next;
    }
    // A slice would keep its whole source string alive; copying the rest releases it.
    this.#pending = start === 0 ? text : text.slice(start);
  }

  *#emitSplit(text: string, start: number, end: number): Generator<Paragraph> {
    let from = start;
    while (end - from > this.#maxCharacters) {
      const splitIndex = from + splitIndexBefore(text.slice(from, end), this.#maxCharacters);
      yield* this.#emit(text.slice(from, splitIndex));
      from = splitIndex;
    }
    yield* this.#emit(text.slice(from, end));
  }

  *#emit(raw: string): Generator<Paragraph> {
    const text = cleanText(raw).trim();
    if (text === "") return;
    yield { text, pageBreaks: this.#pageBreaks };
    this.#pageBreaks = 0;
  }

  #normalizeLineEnds(chunk: string): string {
    // A "\r\n" can be split by a chunk border.
    const text = this.#endsInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    this.#endsInReturn = chunk.endsWith("\r");
    return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
  }
}

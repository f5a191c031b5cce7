/** Position in a text; both numbers are 1-based. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Sliding window over a streamed text, with its position in the whole. */
export class TextWindow {
  text = "";
  /** Line of the window's first character, 1-based, and the number of characters of that line before it. */
  #line = 1;
  #columnsBefore = 0;

  /** Drops the text before `from` and appends `chunk`. */
  advance(from: number, chunk: string): void {
    const { line, column } = this.positionOf(from);
    this.#line = line;
    this.#columnsBefore = column - 1;
    this.text = from >= this.text.length ? chunk : this.text.slice(from) + chunk;
  }

  /** Returns line and column of a character in the window, both 1-based. Scans all text before it. */
  positionOf(index: number): TextPosition {
    let line = this.#line;
    let lineStart = -this.#columnsBefore;
    for (let end = this.text.indexOf("\n"); end >= 0 && end < index; end = this.text.indexOf("\n", end + 1)) {
      line++;
      lineStart = end + 1;
    }
    return { line, column: index - lineStart + 1 };
  }
}

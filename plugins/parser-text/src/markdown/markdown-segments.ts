/**
 * Number of characters after which a segment ends at the next empty line outside a code fence. The Markdown parser uses
 * up to two hundred bytes per character, so this limits its memory.
 */
const SEGMENT_CHARACTERS = 200_000;
/** Without such a line, a segment ends at any line end from here on, or at this length. */
const MAX_SEGMENT_CHARACTERS = 300_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Splits a stream of Markdown at positions that don't change its meaning. */
export async function* markdownSegments(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = new SegmentSplitter();
  for await (const chunk of chunks) yield* splitter.push(chunk);
  const rest = splitter.end();
  if (rest !== "") yield rest;
}

class SegmentSplitter {
  #text = "";
  /** Offset of the first line not inspected yet. */
  #line = 0;
  #fence: string | undefined;

  *push(chunk: string): Generator<string> {
    this.#text += chunk;
    for (let end = this.#text.indexOf("\n", this.#line); end >= 0; end = this.#text.indexOf("\n", this.#line)) {
      const line = this.#text.slice(this.#line, end);
      this.#line = end + 1;
      this.#trackFence(line);
      const isSplitPoint = this.#fence === undefined && line.trim() === "";
      if ((isSplitPoint && end > SEGMENT_CHARACTERS) || end > MAX_SEGMENT_CHARACTERS) yield this.#split(this.#line);
    }
    while (this.#text.length > MAX_SEGMENT_CHARACTERS * 2) yield this.#split(MAX_SEGMENT_CHARACTERS);
  }

  end(): string {
    return this.#text;
  }

  #split(at: number): string {
    const segment = this.#text.slice(0, at);
    // A split fence is reopened in the next segment, otherwise its end would be parsed as the beginning of another.
    const opening = this.#fence === undefined ? "" : `${this.#fence}\n`;
    this.#text = opening + this.#text.slice(at);
    this.#line = opening.length;
    return segment;
  }

  #trackFence(line: string): void {
    const fence = FENCE.exec(line)?.[1];
    if (fence === undefined) return;
    if (this.#fence === undefined) this.#fence = fence;
    else if (fence.startsWith(this.#fence)) this.#fence = undefined;
  }
}

/**
 * Characters after which a segment ends at the next blank line outside a code fence. The reader of Markdown keeps
 * two hundred bytes per character at worst while it works, so this bounds its memory.
 */
const SEGMENT_CHARACTERS = 200_000;
/** Without such a line, a segment ends at any line end, or here. */
const MAX_SEGMENT_CHARACTERS = 300_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Cuts a stream of Markdown where a cut does not change its meaning. */
export async function* markdownSegments(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const cutter = new SegmentCutter();
  for await (const chunk of chunks) yield* cutter.push(chunk);
  const rest = cutter.end();
  if (rest !== "") yield rest;
}

class SegmentCutter {
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
      const isBoundary = this.#fence === undefined && line.trim() === "";
      if ((isBoundary && end > SEGMENT_CHARACTERS) || end > MAX_SEGMENT_CHARACTERS) yield this.#split(this.#line);
    }
    while (this.#text.length > MAX_SEGMENT_CHARACTERS * 2) yield this.#split(MAX_SEGMENT_CHARACTERS);
  }

  end(): string {
    return this.#text;
  }

  #split(at: number): string {
    const segment = this.#text.slice(0, at);
    // A fence that is cut goes on in the next segment: else its end would be read as the beginning of another.
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

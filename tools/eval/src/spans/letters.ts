/** Span of a document, in characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Letters and digits of a text, without anything that parsing may change (markup, spaces, punctuation). So spans of the
 * original and of derived text can be located in each other.
 */
export class Letters {
  readonly text: string;
  /** Offset of each letter in the complete text. */
  readonly #positions: readonly number[];

  constructor(text: string) {
    const offsets: number[] = [];
    const letters: string[] = [];
    for (const match of text.matchAll(/<[a-z/][^<>\n]*>|[\p{L}\p{N}]/gu)) {
      if (match[0].startsWith("<")) continue;
      // Accents may be composed or decomposed.
      const plain = match[0]
        .toLowerCase()
        .normalize("NFKD")
        .replaceAll(/[^\p{L}\p{N}]/gu, "");
      letters.push(plain);
      for (let added = plain.length; added > 0; added -= 1) offsets.push(match.index);
    }
    this.text = letters.join("");
    this.#positions = offsets;
  }

  /** Converts the span to letter offsets. */
  spanOf({ start, end }: Span): Span {
    return { start: this.#firstFrom(start), end: this.#firstFrom(end) };
  }

  #firstFrom(index: number): number {
    let low = 0;
    let high = this.#positions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#positions[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Length of the beginning and end by which a span is located. */
const END_LETTERS = 40;

/**
 * Returns the span of a passage in its document, both as letters; undefined if it can't be found. A passage that does
 * not occur as a whole (rows with a repeated table header, links without their URL) is located by its ends.
 */
export const locate = (passage: string, document: string, from: number): Span | undefined => {
  // In repetitive texts its beginning may also occur elsewhere.
  const whole = document.indexOf(passage, from);
  if (whole >= 0) return { start: whole, end: whole + passage.length };
  const head = passage.slice(0, END_LETTERS);
  const start = document.indexOf(head, from);
  if (start < 0) return undefined;
  const tail = passage.slice(-END_LETTERS);
  const end = document.indexOf(tail, Math.max(start, start + passage.length - END_LETTERS));
  return { start, end: end < 0 ? start + passage.length : end + tail.length };
};

/** Returns the share of the wanted spans that the found spans cover. */
export const coverage = (wanted: readonly Span[], found: readonly Span[]): number => {
  let covered = 0;
  let total = 0;
  for (const { start, end } of wanted) {
    total += end - start;
    for (let place = start; place < end; place += 1) {
      if (found.some((span) => place >= span.start && place < span.end)) covered += 1;
    }
  }
  return total === 0 ? 0 : covered / total;
};

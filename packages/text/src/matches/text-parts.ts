import { wordEnd } from "./fragments.ts";
import type { TextRange } from "./placed-text.ts";

/** A text in parts of at most so many characters, between words where it has any. */
export function* textParts(text: string, length: number): Generator<TextRange> {
  for (let start = 0; start < text.length;) {
    const end =
      text.length - start <= length ? text.length : Math.max(start + 1, wordEnd(text, start + 1, start + length));
    yield { start, end };
    start = end;
  }
}

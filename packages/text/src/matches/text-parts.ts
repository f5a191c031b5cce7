import { wordEnd } from "./fragments.ts";
import type { TextRange } from "../characters.ts";

/** Splits a text into parts of at most `length` characters, between words if possible. */
export function* textParts(text: string, length: number): Generator<TextRange> {
  for (let start = 0; start < text.length;) {
    const end =
      text.length - start <= length ? text.length : Math.max(start + 1, wordEnd(text, start + 1, start + length));
    yield { start, end };
    start = end;
  }
}

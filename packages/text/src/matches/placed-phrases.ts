import { foldAccents } from "../fold.ts";
import { classAt, OTHER, WORD } from "../character-classes.ts";
import { type Phrase, plainWords, TIMES } from "../phrase.ts";
import type { TextRange } from "../characters.ts";

/** Yields the ranges of a query's phrases in a normalized text; the first of overlapping ranges. */
export function* rangesOfPhrases(phrases: readonly Phrase[], text: string): Generator<TextRange> {
  if (phrases.length === 0) return;
  const plain = plainWords(text);
  let starts: Uint32Array | undefined;
  for (const phrase of phrases) {
    let last = 0;
    for (const { start, end } of phrase.rangesIn(plain)) {
      if (start < last) continue;
      last = end;
      starts ??= startsOf(text, plain.length);
      yield { start: starts[start]!, end: starts[end - 1]! + 1 };
    }
  }
}

/** Returns the offset in the text of each character of its plain words. */
function startsOf(text: string, length: number): Uint32Array {
  const starts = new Uint32Array(length);
  let at = 0;
  const add = (index: number): void => void (at < length && (starts[at++] = index));
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    const start = index++;
    while (index < text.length && classAt(text, index) === kind) index++;
    if (kind === OTHER) {
      const sign = text.slice(start, index).indexOf(TIMES);
      // Plain words have no leading space.
      if (at > 0) add(start);
      if (sign < 0) continue;
      add(start + sign);
      add(index - 1);
      continue;
    }
    const folded = kind === WORD ? foldAccents(text.slice(start, index).toLowerCase()).length : index - start;
    // Folding removes marks: positions within a word are approximate, its ends are exact.
    for (let one = 0; one < folded; one++) add(one === folded - 1 ? index - 1 : Math.min(start + one, index - 1));
  }
  return starts;
}

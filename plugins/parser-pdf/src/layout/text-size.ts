import type { PageLine } from "../engine/page-text.ts";

/** Minimum share of the text, and minimum average line length, of a running-text size. */
const MIN_TEXT_SHARE = 0.12;
const MIN_TEXT_LINE_CHARACTERS = 45;
/** Fewer characters are not representative. */
const MIN_CHARACTERS = 200;

/**
 * Returns the size of running text: the most frequent size, or a larger one that full lines of text have, because
 * tables and notes can contain more text. Returns undefined for too little text.
 */
export function textSizeOf(lines: readonly PageLine[]): number | undefined {
  const characters = new Map<number, number>();
  const counts = new Map<number, number>();
  let all = 0;
  for (const { size, text } of lines) {
    characters.set(size, (characters.get(size) ?? 0) + text.length);
    counts.set(size, (counts.get(size) ?? 0) + 1);
    all += text.length;
  }
  const usual = mostFrequent(characters);
  if (usual === undefined || all < MIN_CHARACTERS) return undefined;
  let largest = usual;
  for (const [size, total] of characters) {
    const isText = total >= all * MIN_TEXT_SHARE && total / counts.get(size)! >= MIN_TEXT_LINE_CHARACTERS;
    if (isText && size > largest) largest = size;
  }
  return largest;
}

/** Returns the key with the largest count, the first of several. */
export function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  let best: [number, number] | undefined;
  for (const entry of counts) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}

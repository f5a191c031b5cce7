import type { LayoutWord, PageLayout } from "./page-layout.ts";

export interface PageText {
  readonly paragraphs: readonly string[];
  /** Mean over the words, 0 to 1. */
  readonly confidence: number;
}

/** A word that was cut at the end of a line: a letter, a hyphen (or its look-alikes), and the line's end. */
const CUT_WORD = /\p{L}[-‐‑\u00ad]$/u;
const LOWER_CASE = /^\p{Ll}/u;

/** The text of a page, paragraph by paragraph in the engine's reading order, without words of `minConfidence` or less. */
export function pageParagraphs(layout: PageLayout, minConfidence: number): PageText {
  const paragraphs: string[] = [];
  let sum = 0;
  let count = 0;
  for (const paragraph of (layout.blocks ?? []).flatMap((block) => block.paragraphs)) {
    const lines = paragraph.lines.map((line) => line.words.filter((word) => isText(word, minConfidence)));
    const words = lines.flat();
    if (words.length === 0) continue;
    for (const word of words) sum += word.confidence / 100;
    count += words.length;
    paragraphs.push(joinLines(lines.map((line) => line.map(({ text }) => text).join(" "))));
  }
  return { paragraphs, confidence: count === 0 ? 0 : sum / count };
}

const isText = (word: LayoutWord, minConfidence: number): boolean =>
  word.text.trim() !== "" && word.confidence / 100 > minConfidence;

/** One line of text; words cut at the end of a line are whole again. */
export function joinLines(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    if (line === "") continue;
    if (CUT_WORD.test(text) && LOWER_CASE.test(line)) text = text.slice(0, -1) + line;
    else text += text === "" ? line : ` ${line}`;
  }
  return text;
}

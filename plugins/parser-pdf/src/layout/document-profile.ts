import type { PageText } from "../engine/page-text.ts";
import { type DropRepeated, dropRepeated } from "./repeated-lines.ts";

/** What is usual in a document, learned from some of its pages. */
export interface DocumentProfile {
  /** Font size of most characters. */
  readonly bodySize: number;
  readonly isBodyBold: boolean;
  /** Sizes of headings, largest first. */
  readonly headingSizes: readonly number[];
  /** Usual distance of two baselines, in font sizes. */
  readonly leading: number;
  readonly dropRepeated: DropRepeated;
}

/** A line this much larger than the body is a heading. */
export const HEADING_SCALE = 1.14;
/** Levels by size: more sizes than this are drawings or covers, and a level is left for bold headings. */
const MAX_HEADING_SIZES = 5;

/** Learns from the given pages; a document without text gets harmless values. */
export function profileOf(pages: readonly PageText[]): DocumentProfile {
  const characters = new Map<number, number>();
  const lineCounts = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const line of pages.flatMap((page) => page.lines)) {
    count(characters, line.size, line.text.length);
    count(lineCounts, line.size, 1);
    all += line.text.length;
    if (line.isBold) bold += line.text.length;
  }
  const bodySize = mostFrequent(characters) ?? 10;
  const headingSizes = [...lineCounts.keys()]
    .filter((size) => size >= bodySize * HEADING_SCALE)
    .toSorted((a, b) => b - a);
  return {
    bodySize,
    isBodyBold: bold > all / 2,
    headingSizes: mostUsed(headingSizes, lineCounts),
    leading: leadingOf(pages, bodySize),
    dropRepeated: dropRepeated(pages, bodySize * HEADING_SCALE),
  };
}

function mostUsed(sizes: readonly number[], lineCounts: ReadonlyMap<number, number>): number[] {
  if (sizes.length <= MAX_HEADING_SIZES) return [...sizes];
  const kept = sizes.toSorted((a, b) => lineCounts.get(b)! - lineCounts.get(a)!).slice(0, MAX_HEADING_SIZES);
  return kept.toSorted((a, b) => b - a);
}

function leadingOf(pages: readonly PageText[], bodySize: number): number {
  const gaps = new Map<number, number>();
  for (const { lines } of pages) {
    for (let index = 1; index < lines.length; index++) {
      const [before, line] = [lines[index - 1]!, lines[index]!];
      const gap = (before.baseline - line.baseline) / line.size;
      if (line.size === bodySize && before.size === bodySize && gap > 0.5 && gap < 3)
        count(gaps, Math.round(gap * 20) / 20, 1);
    }
  }
  return mostFrequent(gaps) ?? 1.2;
}

const count = (counts: Map<number, number>, key: number, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  let best: [number, number] | undefined;
  for (const entry of counts) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}

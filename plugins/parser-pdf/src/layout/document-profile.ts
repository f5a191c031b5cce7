import type { PageLine, PageText } from "../engine/page-text.ts";
import { EAST_ASIAN } from "../engine/vertical-letters.ts";
import { mostFrequent, textSizeOf } from "./text-size.ts";

/** Usual styles of a document, learned from some of its pages. */
export interface DocumentProfile {
  /** Font size of the running text. */
  readonly bodySize: number;
  readonly isBodyBold: boolean;
  readonly isBodyItalic: boolean;
  /** Whether it is a typescript, whose typewriter letters are no code. */
  readonly isBodyMono: boolean;
  /** Sizes of headings as multiples of their page's text, largest first. */
  readonly headingScales: readonly number[];
  /** Whether the file marks its headings, so that nothing else is one. */
  readonly hasTaggedHeadings: boolean;
  /** Usual distance of two baselines, in font sizes. */
  readonly leading: number;
}

/** A line this much larger than the text of its page is a heading. */
export const HEADING_SCALE = 1.14;
/** Levels by size: more sizes than this are drawings or covers, and a level is left for bold headings. */
const MAX_HEADING_SCALES = 5;

/** Where more are known, those of chapters are among them, and levels are few. */
const MAX_LEARNED_SCALES = 2;
/** Scales that differ by less are one. */
const SAME_SCALE = 0.04;
const MIN_TITLE = 4;
const MAX_TITLE = 100;
const COVER = 1;
const COVER_AND_MORE = 4;
/** Fewer marked headings are a title or a slip. */
const MIN_TAGGED_HEADINGS = 3;

/** Learns from the given pages; a document without text gets harmless values. */
export function profileOf(pages: readonly PageText[]): DocumentProfile {
  const lines = pages.flatMap((page) => page.lines);
  const bodySize = textSizeOf(lines) ?? 10;
  const half = charactersOf(lines) / 2;
  return {
    bodySize,
    isBodyBold: charactersOf(lines.filter(({ isBold }) => isBold)) > half,
    isBodyItalic: charactersOf(lines.filter(({ isItalic }) => isItalic)) > half,
    isBodyMono: charactersOf(lines.filter(({ isMono }) => isMono === true)) > half,
    headingScales: headingScalesOf(pages, bodySize),
    hasTaggedHeadings: lines.filter(({ role }) => typeof role === "number").length >= MIN_TAGGED_HEADINGS,
    leading: leadingOf(pages),
  };
}

const charactersOf = (lines: readonly PageLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Pages may be scaled, so sizes are compared with the text of their page. */
export const scaleOf = (line: PageLine, bodySize: number): number => Math.round((line.size / bodySize) * 20) / 20;

function headingScalesOf(pages: readonly PageText[], bodySize: number): number[] {
  const counts = new Map<number, number>();
  for (const [index, { lines }] of pages.entries()) {
    const body = textSizeOf(lines) ?? bodySize;
    // A size that only the cover has is no level of its own, where there are more pages to tell.
    const weight = index < COVER && pages.length > COVER_AND_MORE ? 1 : 2;
    for (const scale of new Set(lines.map((line) => scaleOf(line, body)))) {
      if (scale >= HEADING_SCALE) counts.set(scale, (counts.get(scale) ?? 0) + weight);
    }
  }
  const used = [...counts.keys()]
    .filter((scale) => counts.get(scale)! > 1)
    .toSorted((a, b) => counts.get(b)! - counts.get(a)!);
  return used.slice(0, MAX_HEADING_SCALES).toSorted((a, b) => b - a);
}

/** The same with sizes of headings that none of the pages it was learned from has: those of chapters stand on few. */
export function withLargerScales(
  profile: DocumentProfile,
  lines: readonly PageLine[],
  textSize: number,
): DocumentProfile {
  const { headingScales } = profile;
  if (headingScales.length > MAX_LEARNED_SCALES) return profile;
  const largest = lines.reduce((most, line) => (isTitle(line) ? Math.max(most, scaleOf(line, textSize)) : most), 0);
  const isNew = largest >= HEADING_SCALE && largest > (headingScales[0] ?? 0) + SAME_SCALE;
  return isNew ? { ...profile, headingScales: [largest, ...headingScales] } : profile;
}

const isTitle = ({ text }: PageLine): boolean =>
  text.length >= MIN_TITLE && text.length <= MAX_TITLE && /^[^\ue000-\uf8ff]*\p{L}{3}/u.test(text);

/** Whether a line is one of running text; East Asian letters are twice as wide as others. */
const isLong = ({ text }: PageLine): boolean => text.length > 40 || (text.length > 15 && EAST_ASIAN.test(text));

/** Paragraphs and items of one line each may be more than lines within a paragraph, some of which begin with a small letter. */
const GOING_ON = 4;
const goesOn = ({ text }: PageLine): boolean => /^\p{Ll}/u.test(text);

function leadingOf(pages: readonly PageText[]): number {
  const gaps = new Map<number, number>();
  for (const { lines } of pages) {
    for (let index = 1; index < lines.length; index++) {
      const [before, line] = [lines[index - 1]!, lines[index]!];
      const gap = Math.round(((before.baseline - line.baseline) / line.size) * 20) / 20;
      const isText = line.size === before.size && isLong(line);
      if (isText && gap > 0.5 && gap < 3) gaps.set(gap, (gaps.get(gap) ?? 0) + (goesOn(line) ? GOING_ON : 1));
    }
  }
  return mostFrequent(gaps) ?? 1.2;
}

import type { PageLine, PageText } from "../engine/page-text.ts";
import { EAST_ASIAN } from "../engine/vertical-letters.ts";
import { mostFrequent, textSizeOf } from "./text-size.ts";

/** Usual styles of a document, learned from a sample of its pages. */
export interface DocumentProfile {
  /** Font size of the running text. */
  readonly bodySize: number;
  readonly isBodyBold: boolean;
  readonly isBodyItalic: boolean;
  /** Whether the document is a typescript, in which monospaced text is not code. */
  readonly isBodyMono: boolean;
  /** Sizes of headings as multiples of their page's text, largest first. */
  readonly headingScales: readonly number[];
  /** Whether the file tags its headings, so that no other lines are headings. */
  readonly hasTaggedHeadings: boolean;
  /** Usual distance of baselines, in font sizes. */
  readonly leading: number;
}

/** A line larger than the text of its page by this factor is a heading. */
export const HEADING_SCALE = 1.14;
/**
 * Maximum number of levels by size. Further sizes are those of drawings or covers, and one level is left for bold
 * headings.
 */
const MAX_HEADING_SCALES = 5;

/** If more scales are known, they include the chapter size, and few levels are left. */
const MAX_LEARNED_SCALES = 2;
/** Scales with a smaller difference count as equal. */
const SAME_SCALE = 0.04;
const MIN_TITLE = 4;
const MAX_TITLE = 100;
const COVER = 1;
const COVER_AND_MORE = 4;
/** Fewer tagged headings are a title or a mistake. */
const MIN_TAGGED_HEADINGS = 3;

/** Learns the profile from the given pages. A document without text gets neutral defaults. */
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

/** Returns a line's size relative to the text of its page, because pages can be scaled. */
export const scaleOf = (line: PageLine, bodySize: number): number => Math.round((line.size / bodySize) * 20) / 20;

function headingScalesOf(pages: readonly PageText[], bodySize: number): number[] {
  const counts = new Map<number, number>();
  for (const [index, { lines }] of pages.entries()) {
    const body = textSizeOf(lines) ?? bodySize;
    // A size that only the cover has is not a level, if there are enough other pages.
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

/** Adds larger heading sizes than the sample pages have: chapter titles are on few pages. */
export function withLargerScales(
  profile: DocumentProfile,
  lines: readonly PageLine[],
  textSize: number,
): DocumentProfile {
  const { headingScales } = profile;
  if (headingScales.length > MAX_LEARNED_SCALES) return profile;
  const largest = lines.reduce((max, line) => (isTitle(line) ? Math.max(max, scaleOf(line, textSize)) : max), 0);
  const isNew = largest >= HEADING_SCALE && largest > (headingScales[0] ?? 0) + SAME_SCALE;
  return isNew ? { ...profile, headingScales: [largest, ...headingScales] } : profile;
}

const isTitle = ({ text }: PageLine): boolean =>
  text.length >= MIN_TITLE && text.length <= MAX_TITLE && /^[^\ue000-\uf8ff]*\p{L}{3}/u.test(text);

/** Whether a line is long enough for running text. East Asian letters are twice as wide as others. */
const isLong = ({ text }: PageLine): boolean => text.length > 40 || (text.length > 15 && EAST_ASIAN.test(text));

/**
 * Weight of lines that begin with a lower-case letter. Other lines may be one-line paragraphs and items, which can
 * outnumber lines within paragraphs.
 */
const LOWER_CASE_WEIGHT = 4;
const startsLowerCase = ({ text }: PageLine): boolean => /^\p{Ll}/u.test(text);

function leadingOf(pages: readonly PageText[]): number {
  const gaps = new Map<number, number>();
  for (const { lines } of pages) {
    for (let index = 1; index < lines.length; index++) {
      const [before, line] = [lines[index - 1]!, lines[index]!];
      const gap = Math.round(((before.baseline - line.baseline) / line.size) * 20) / 20;
      const isText = line.size === before.size && isLong(line);
      if (isText && gap > 0.5 && gap < 3)
        gaps.set(gap, (gaps.get(gap) ?? 0) + (startsLowerCase(line) ? LOWER_CASE_WEIGHT : 1));
    }
  }
  return mostFrequent(gaps) ?? 1.2;
}

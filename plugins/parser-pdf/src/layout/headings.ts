import type { PageLine } from "../engine/page-text.ts";
import { type DocumentProfile, HEADING_SCALE, scaleOf } from "./document-profile.ts";
import { headingLevel, isLabelled, isTitled, MAX_LEVEL, type TextSizes, titleLevel } from "./heading-level.ts";
import type { OutlineHeading } from "./outline-headings.ts";

/**
 * Maximum line distance of a heading, relative to the text's: a little wider, and wider still if each line is centred.
 */
const HEADING_GAP = 1.35;
const CENTRED_HEADING_GAP = 1.8;
const MAX_HEADING_LINES = 3;
/** Minimum gap, in usual line distances, above a heading that is only recognised by its number or weight. */
const NUMBERED_GAP = 1.5;
const MAX_NUMBERED = 80;
/** Minimum scale of the lowest headings, which can be smaller than the text. */
const MIN_BOLD_SCALE = 0.85;
const MIN_TEXT_LINE = 40;
/** "3.2 Scope", "4.1.1. Öffnungszeiten". */
const NUMBERED = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,4}\.?\s+\p{Lu}.*[^.,;:]$/u;
const LABEL = /^(?:§\s?)?(?:\d{1,3}|[A-Z](?=\.))(?:\.\d{1,3}){0,5}[.)]?\s+\p{L}/u;
const SENTENCE_END = /[.!?:;。！？]["”’')\]]*$/u;
/** A hyphen, or PDFium's mark for the hyphen of a divided word. */
const DIVIDED = /\p{L}[-\u00ad\u2010\ufffe]$/u;
/** Title of a box with a remark. It is not a section heading. */
const ADMONITION =
  /^(?:note|warning|tip|caution|important|attention|danger|hint|hinweis|achtung|warnung|tipp|wichtig|vorsicht|remarque|avertissement|astuce|nota|advertencia|aviso|consejo|attenzione|suggerimento|注意|注記|提示|警告|重要|备注|備註)\s?[.:!：]?$/iu;
/** Minimum indent of the text below a term, in font sizes. */
const TERM_INDENT = 1;
const ITEM = /^(?:[•◦▪●‣∙·–—*o▪■□➢✓-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s/u;
/**
 * Maximum line distance within one text relative to the usual distance, and maximum difference of left edges in points.
 */
const CLOSE = 1.15;
const SAME_EDGE = 2;

/** A heading. All of its lines share one object. */
export interface Heading {
  readonly level: number;
  readonly outline?: OutlineHeading | undefined;
}

export interface PageStyles extends TextSizes {
  readonly profile: DocumentProfile;
  readonly outline: ReadonlyMap<PageLine, OutlineHeading>;
}

/** Returns the headings among a page's ordered lines. Close lines of one style are judged together. */
export function headingsOf(
  lines: readonly PageLine[],
  page: PageStyles,
  captions: ReadonlyMap<PageLine, PageLine>,
): ReadonlyMap<PageLine, Heading> {
  const found = new Map<PageLine, Heading>();
  for (let start = 0, end = 1; start < lines.length; start = end++) {
    const first = lines[start]!;
    const outline = page.outline.get(first);
    if (outline !== undefined) {
      found.set(first, { level: outline.level, outline });
      continue;
    }
    if (captions.has(first) && typeof first.role !== "number") continue;
    while (end < lines.length && !page.outline.has(lines[end]!) && isOneHeading(lines[end - 1]!, lines[end]!, page))
      end++;
    const group = lines.slice(start, end);
    const isOther = group.length > MAX_HEADING_LINES || isTerm(group, lines[end], lines[end + 1], page);
    const level = isOther ? undefined : levelOf(group, lines[start - 1], lines[end], page);
    if (level === undefined) continue;
    const heading = { level };
    for (const line of group) found.set(line, heading);
  }
  return found;
}

function levelOf(
  group: readonly PageLine[],
  before: PageLine | undefined,
  next: PageLine | undefined,
  page: PageStyles,
): number | undefined {
  const [first] = group as [PageLine];
  const line = group.length === 1 ? first : { ...group.at(-1)!, text: group.map(({ text }) => text).join(" ") };
  const level = headingLevel(line, next, page, page.profile, group.length);
  if (level !== undefined) return isTorn(first, before, page) ? undefined : level;
  if (!isApart(line, before, next, page.profile)) return undefined;
  if (NUMBERED.test(line.text)) return titleLevel(page.profile);
  return isSmallBold(line, next, page) ? MAX_LEVEL : undefined;
}

/**
 * Whether a bold line is smaller than the text that begins below it at the same edge, as titles of the lowest sections
 * are.
 */
function isSmallBold(
  line: PageLine,
  next: PageLine | undefined,
  { profile, bodySize, largestText }: PageStyles,
): boolean {
  const scale = scaleOf(line, bodySize);
  if (!line.isBold || profile.isBodyBold || scale < MIN_BOLD_SCALE || scale >= 1) return false;
  if (next === undefined || next.isBold || scaleOf(next, largestText) < 1) return false;
  return (
    line.cells.length === 1 && Math.abs(next.left - line.left) < SAME_EDGE && /^\p{Lu}|^\p{Ll}+ \d/u.test(line.text)
  );
}

/**
 * Whether lines no larger than the text are the title of a remark, or a term of a definition list with indented text
 * below.
 */
function isTerm(
  group: readonly PageLine[],
  next: PageLine | undefined,
  further: PageLine | undefined,
  page: PageStyles,
): boolean {
  const [first] = group as [PageLine];
  const last = group.at(-1)!;
  if (typeof first.role === "number") return false;
  if (group.length === 1 && ADMONITION.test(first.text)) return true;
  if (next === undefined || scaleOf(first, page.largestText) >= HEADING_SCALE || LABEL.test(first.text)) return false;
  const isIn = (line: PageLine): boolean => line.left - first.left >= line.size * TERM_INDENT;
  if (!isIn(next) || next.isBold || ITEM.test(next.text) || next.angle !== first.angle) return false;
  const gap = (last.baseline - next.baseline) / next.size / page.profile.leading;
  if (gap <= 0 || gap > HEADING_GAP || further === undefined) return false;
  // The first line of a paragraph can be indented, too: the second line decides, or another term.
  const isNextTerm = further.isBold === first.isBold && Math.abs(further.left - first.left) < SAME_EDGE;
  return Math.abs(further.left - next.left) < SAME_EDGE || (isNextTerm && further.size === first.size);
}

/** Whether two lines of one style other than the text's belong to one heading. */
function isOneHeading(last: PageLine, line: PageLine, page: PageStyles): boolean {
  if (!last.isBold && !last.isItalic && scaleOf(last, page.largestText) < HEADING_SCALE) return false;
  if (line.isBold !== last.isBold || line.isItalic !== last.isItalic || line.angle !== last.angle) return false;
  if (Math.abs(line.size - last.size) > last.size * 0.15 || line.role !== last.role) return false;
  if (isLabelled(line.text) || LABEL.test(line.text) || line.cells.length > 1) return false;
  if (last.cells.length > 1 && !isTitled(last)) return false;
  const gap = (last.baseline - line.baseline) / line.size / page.profile.leading;
  const isFlush = Math.abs(line.left - (last.cells.at(-1) ?? last).left) < line.size / 4;
  return gap > 0 && gap <= (isFlush ? HEADING_GAP : CENTRED_HEADING_GAP);
}

/**
 * Whether a line continues a word that the previous line hyphenates. For lines of body size also whether it continues
 * the previous sentence.
 */
function isTorn(line: PageLine, before: PageLine | undefined, page: PageStyles): boolean {
  if (before !== undefined && DIVIDED.test(before.text) && /^\p{Ll}/u.test(line.text)) return true;
  if (before === undefined || typeof line.role === "number" || scaleOf(line, page.largestText) >= HEADING_SCALE)
    return false;
  const gap = (before.baseline - line.baseline) / line.size;
  const isBelow = gap > 0 && gap <= page.profile.leading * CLOSE && Math.abs(line.left - before.left) < SAME_EDGE;
  return isBelow && before.text.length >= MIN_TEXT_LINE && !SENTENCE_END.test(before.text) && before.size === line.size;
}

/**
 * Whether a line is set apart from the text above and followed by text: required of headings recognised only by number
 * or weight.
 */
function isApart(
  line: PageLine,
  before: PageLine | undefined,
  next: PageLine | undefined,
  { leading }: DocumentProfile,
): boolean {
  if (line.text.length > MAX_NUMBERED || line.role === "artifact") return false;
  if (next === undefined || (line.cells.length > 1 && !isTitled(line)) || NUMBERED.test(next.text)) return false;
  const gapOf = (one: PageLine, other: PageLine): number => (one.baseline - other.baseline) / line.size / leading;
  const isBelow = before === undefined || gapOf(before, line) <= 0 || gapOf(before, line) >= NUMBERED_GAP;
  return isBelow && gapOf(line, next) > CLOSE && next.text.length >= MIN_TEXT_LINE && /^[^\p{Ll}]/u.test(next.text);
}

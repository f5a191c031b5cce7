import type { PageLine } from "../engine/page-text.ts";
import { type DocumentProfile, HEADING_SCALE, scaleOf } from "./document-profile.ts";
import { headingLevel, isLabelled, isTitled, MAX_LEVEL, type TextSizes, titleLevel } from "./heading-level.ts";
import type { OutlineHeading } from "./outline-headings.ts";

/** A heading's lines may stand a little wider than the text's, wider still where each is centred. */
const HEADING_GAP = 1.35;
const CENTRED_HEADING_GAP = 1.8;
const MAX_HEADING_LINES = 3;
/** A gap of so many usual distances of lines stands above a heading that only its number or weight tells, and a text below it. */
const NUMBERED_GAP = 1.5;
const MAX_NUMBERED = 80;
/** Titles of the lowest sections may be smaller than the text, by no more than this. */
const MIN_BOLD_SCALE = 0.85;
const MIN_TEXT_LINE = 40;
/** "3.2 Scope", "4.1.1. Öffnungszeiten". */
const NUMBERED = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,4}\.?\s+\p{Lu}.*[^.,;:]$/u;
const LABEL = /^(?:§\s?)?(?:\d{1,3}|[A-Z](?=\.))(?:\.\d{1,3}){0,5}[.)]?\s+\p{L}/u;
const SENTENCE_END = /[.!?:;。！？]["”’')\]]*$/u;
/** A hyphen, or the sign that PDFium has for the one of a divided word. */
const DIVIDED = /\p{L}[-\u00ad\u2010\ufffe]$/u;
/** The word above a box with a remark: it names no section. */
const ADMONITION =
  /^(?:note|warning|tip|caution|important|attention|danger|hint|hinweis|achtung|warnung|tipp|wichtig|vorsicht|remarque|avertissement|astuce|nota|advertencia|aviso|consejo|attenzione|suggerimento|注意|注記|提示|警告|重要|备注|備註)\s?[.:!：]?$/iu;
/** The text of a term is set in by so many font sizes. */
const TERM_INDENT = 1;
const ITEM = /^(?:[•◦▪●‣∙·–—*o▪■□➢✓-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s/u;
/** Lines of one text stand this close, as a share of the usual distance, and at the same edge. */
const CLOSE = 1.15;
const SAME_EDGE = 2;

/** The level of a heading, one for all of its lines. */
export interface Heading {
  readonly level: number;
  readonly outline?: OutlineHeading | undefined;
}

export interface JudgedPage extends TextSizes {
  readonly profile: DocumentProfile;
  readonly outline: ReadonlyMap<PageLine, OutlineHeading>;
}

/** The headings among the lines of a page that are in order; lines of one style, close below each other, are judged together. */
export function headingsOf(
  lines: readonly PageLine[],
  page: JudgedPage,
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
  page: JudgedPage,
): number | undefined {
  const [first] = group as [PageLine];
  const line = group.length === 1 ? first : { ...group.at(-1)!, text: group.map(({ text }) => text).join(" ") };
  const level = headingLevel(line, next, page, page.profile, group.length);
  if (level !== undefined) return isTorn(first, before, page) ? undefined : level;
  if (!isApart(line, before, next, page.profile)) return undefined;
  if (NUMBERED.test(line.text)) return titleLevel(page.profile);
  return isSmallBold(line, next, page) ? MAX_LEVEL : undefined;
}

/** Whether a bold line is smaller than the text that begins below it at the same edge: the titles of the lowest sections. */
function isSmallBold(
  line: PageLine,
  next: PageLine | undefined,
  { profile, bodySize, largestText }: JudgedPage,
): boolean {
  const scale = scaleOf(line, bodySize);
  if (!line.isBold || profile.isBodyBold || scale < MIN_BOLD_SCALE || scale >= 1) return false;
  if (next === undefined || next.isBold || scaleOf(next, largestText) < 1) return false;
  return (
    line.cells.length === 1 && Math.abs(next.left - line.left) < SAME_EDGE && /^\p{Lu}|^\p{Ll}+ \d/u.test(line.text)
  );
}

/** Whether some lines, no larger than the text, name a remark or the text below them that is set in: a definition list's. */
function isTerm(
  group: readonly PageLine[],
  next: PageLine | undefined,
  further: PageLine | undefined,
  page: JudgedPage,
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
  // The first line of a paragraph may be set in, too: the second one tells, or another term.
  const isNextTerm = further.isBold === first.isBold && Math.abs(further.left - first.left) < SAME_EDGE;
  return Math.abs(further.left - next.left) < SAME_EDGE || (isNextTerm && further.size === first.size);
}

/** Whether two lines of one style, other than the text's, are one heading. */
function isOneHeading(last: PageLine, line: PageLine, page: JudgedPage): boolean {
  if (!last.isBold && !last.isItalic && scaleOf(last, page.largestText) < HEADING_SCALE) return false;
  if (line.isBold !== last.isBold || line.isItalic !== last.isItalic || line.angle !== last.angle) return false;
  if (Math.abs(line.size - last.size) > last.size * 0.15 || line.role !== last.role) return false;
  if (isLabelled(line.text) || LABEL.test(line.text) || line.cells.length > 1) return false;
  if (last.cells.length > 1 && !isTitled(last)) return false;
  const gap = (last.baseline - line.baseline) / line.size / page.profile.leading;
  const isFlush = Math.abs(line.left - (last.cells.at(-1) ?? last).left) < line.size / 4;
  return gap > 0 && gap <= (isFlush ? HEADING_GAP : CENTRED_HEADING_GAP);
}

/** Whether a line goes on with a word that the line before divides, or, in the type of the text but for its weight, with its sentence. */
function isTorn(line: PageLine, before: PageLine | undefined, page: JudgedPage): boolean {
  if (before !== undefined && DIVIDED.test(before.text) && /^\p{Ll}/u.test(line.text)) return true;
  if (before === undefined || typeof line.role === "number" || scaleOf(line, page.largestText) >= HEADING_SCALE)
    return false;
  const gap = (before.baseline - line.baseline) / line.size;
  const isBelow = gap > 0 && gap <= page.profile.leading * CLOSE && Math.abs(line.left - before.left) < SAME_EDGE;
  return isBelow && before.text.length >= MIN_TEXT_LINE && !SENTENCE_END.test(before.text) && before.size === line.size;
}

/** Whether a line stands apart from the text above, and above a text of its own: what only its number or weight tells. */
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

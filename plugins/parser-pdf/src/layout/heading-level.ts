import type { PageLine } from "../engine/page-text.ts";
import { type DocumentProfile, HEADING_SCALE, scaleOf } from "./document-profile.ts";

/** Longer lines are sentences in large, bold or italic letters. */
const MAX_HEADING_LINE = 200;
const MAX_BOLD_LINE = 120;
const MAX_ITALIC_LINE = 80;
/** Longer lines that end like a sentence are sentences. */
const MAX_SENTENCE_CHARACTERS = 60;
export const MAX_LEVEL = 6;
/** Bold lines below this scale are labels. A line with a section number can be smaller. */
const MIN_SCALE = 0.95;
const MIN_SECTION_SCALE = 0.85;
const SECTION = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5}\.?\s+[“"'«(<]?\p{L}/u;
/** Minimum characters of the text line below an italic heading. */
const MIN_TEXT_LINE = 40;
/** Marks of items and notes, and symbol-font icons, which precede remarks in large letters. */
const NO_HEADING_START = /^[\ue000-\uf8ff•◦▪●‣∙■□➢✓*†‡]/;
const DIVISION =
  /^(?:part|item|chapter|section|article|annex|appendix|exhibit|schedule|note|teil|kapitel|abschnitt|anhang|partie|chapitre|capítulo|capitolo)\s+[\divxa-d]/i;
/** A label that is separated from its title: "Item 1A.", "3.2", "IV.", "Appendix B". */
const LABEL =
  /^(?:(?:part|item|chapter|section|article|annex|appendix|exhibit|schedule|note|teil|kapitel|abschnitt|anhang)\s+[\divxa-z.–-]{1,8}[.:]?|(?:§ ?)?\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[ivx]{1,5}[.)]?|[a-z](?:\.\d{1,3}){0,5}[.)]?)$/i;

/** Font sizes of a page's text. */
export interface TextSizes {
  /** Size of most of the text. */
  readonly bodySize: number;
  /** Largest size of some text. A heading by size is larger. */
  readonly largestText: number;
}

/**
 * Returns the level of a heading-like line: by the file's own structure, then by the rank of its size relative to the
 * text of its page, then for bold and italic lines. `next` is the line below. The text can be that of several lines.
 */
export function headingLevel(
  line: PageLine,
  next: PageLine | undefined,
  { bodySize, largestText }: TextSizes,
  profile: DocumentProfile,
  lines = 1,
): number | undefined {
  const { text, role } = line;
  if (typeof role === "number" && text.length <= MAX_HEADING_LINE * lines) return role;
  if (role === "body" && profile.hasTaggedHeadings) return undefined;
  const scale = scaleOf(line, largestText);
  // Fast path: most lines are text.
  if (scale < HEADING_SCALE && !line.isBold && !line.isItalic) return undefined;
  if (text.length > MAX_HEADING_LINE * lines || !/\p{L}{2}/u.test(text)) return undefined;
  if (isTabular(line) || NO_HEADING_START.test(text) || isSentence(text)) return undefined;
  const startsSmall = /^\p{Ll}/u.test(text);
  if (scale >= HEADING_SCALE) {
    return next !== undefined && next.size < line.size && runsOn(line, next, profile)
      ? undefined
      : levelOfScale(scale, profile);
  }
  const isSection = line.isBold && SECTION.test(text);
  const leastScale = isSection ? MIN_SECTION_SCALE : MIN_SCALE;
  if (startsSmall || /[,;]$/.test(text) || scaleOf(line, bodySize) < leastScale) return undefined;
  const sizes = profile.headingScales.length;
  if (line.isBold && !profile.isBodyBold && text.length <= MAX_BOLD_LINE * lines) {
    if (runsOn(line, next, profile)) return undefined;
    const rank = isDivision(text) ? 1 : line.isItalic && !profile.isBodyItalic ? 3 : 2;
    return Math.min(sizes + rank, MAX_LEVEL);
  }
  return isItalicHeading(line, next, profile) ? Math.min(sizes + 4, MAX_LEVEL) : undefined;
}

/** Returns the level of a title in body style: that of a bold line. */
export const titleLevel = ({ headingScales }: DocumentProfile): number => Math.min(headingScales.length + 2, MAX_LEVEL);

/** Whether the line begins with its own label ("Item 5.", "NOTE 2."), so that it can't continue another line. */
export const isLabelled = (text: string): boolean => DIVISION.test(text);

/** Whether a line is the bold or large beginning of a paragraph: its sentence continues on the next line. */
function runsOn(line: PageLine, next: PageLine | undefined, profile: DocumentProfile): boolean {
  if (next === undefined || next.isBold || !/^\p{Ll}/u.test(next.text)) return false;
  return (line.baseline - next.baseline) / next.size < profile.leading * 1.15;
}

/** Whether a line is a label and its title, separated by a gap. */
export const isTitled = ({ cells }: PageLine): boolean =>
  cells.length === 2 && LABEL.test(cells[0]!.text) && /^[\p{L}\p{P}]/u.test(cells[1]!.text);

/** Whether a line has several cells other than "Item 7." and its title. */
const isTabular = (line: PageLine): boolean => line.cells.length > 1 && !isTitled(line);

const isSentence = (text: string): boolean => text.length > MAX_SENTENCE_CHARACTERS && /[.;,]$/.test(text);

/** Whether a bold line ranks above others of its size: capitals and "Item 7". */
const isDivision = (text: string): boolean => !/\p{Ll}/u.test(text) || DIVISION.test(text);

/** Returns the level of a scale. A scale that the sample pages lack ranks after all larger ones. */
function levelOfScale(scale: number, { headingScales }: DocumentProfile): number {
  const larger = headingScales.filter((known) => known > scale + 0.04).length;
  return Math.min(larger + 1, MAX_LEVEL);
}

/** Whether a line is a single italic line above upright text. */
function isItalicHeading(line: PageLine, next: PageLine | undefined, profile: DocumentProfile): boolean {
  if (!line.isItalic || profile.isBodyItalic || line.text.length > MAX_ITALIC_LINE) return false;
  if (/[.:!?)]["”’]?$/.test(line.text) || next === undefined || next.isItalic) return false;
  const gap = (line.baseline - next.baseline) / line.size;
  return gap > 0 && gap < profile.leading * 3 && next.text.length >= MIN_TEXT_LINE && /^[^\p{Ll}]/u.test(next.text);
}

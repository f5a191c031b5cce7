import type { PageLine } from "../engine/page-text.ts";
import { type DocumentProfile, HEADING_SCALE, scaleOf } from "./document-profile.ts";

/** Longer lines are sentences in large, bold or italic type. */
const MAX_HEADING_LINE = 200;
const MAX_BOLD_LINE = 120;
const MAX_ITALIC_LINE = 80;
/** Longer lines that end like a sentence are one. */
const MAX_SENTENCE_CHARACTERS = 60;
export const MAX_LEVEL = 6;
/** Bold lines smaller than the text by more than this are labels; one with the number of its section may be smaller still. */
const MIN_SCALE = 0.95;
const MIN_SECTION_SCALE = 0.85;
const SECTION = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5}\.?\s+[“"'«(<]?\p{L}/u;
/** Least characters of the line of text below an italic heading. */
const MIN_TEXT_LINE = 40;
/** Marks of items and notes, and the pictures of symbol fonts, which stand before remarks in large type. */
const NO_HEADING_START = /^[\ue000-\uf8ff•◦▪●‣∙■□➢✓*†‡]/;
const DIVISION =
  /^(?:part|item|chapter|section|article|annex|appendix|exhibit|schedule|note|teil|kapitel|abschnitt|anhang|partie|chapitre|capítulo|capitolo)\s+[\divxa-d]/i;
/** A label that stands apart from the title behind it: "Item 1A.", "3.2", "IV.", "Appendix B". */
const LABEL =
  /^(?:(?:part|item|chapter|section|article|annex|appendix|exhibit|schedule|note|teil|kapitel|abschnitt|anhang)\s+[\divxa-z.–-]{1,8}[.:]?|(?:§ ?)?\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[ivx]{1,5}[.)]?|[a-z](?:\.\d{1,3}){0,5}[.)]?)$/i;

/** Font sizes of a page's text. */
export interface TextSizes {
  /** Most of it. */
  readonly bodySize: number;
  /** Some of it: what is a heading by its size is larger. */
  readonly largestText: number;
}

/**
 * The level of a line that looks like a heading: by the file's own structure, by the rank of its size beside the text
 * of its page, then bold and italic lines. `next` is the line below; the text may be that of several lines.
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
  // Most lines are text, and are done here.
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

/** The level of a title in the type of the text: that of a bold line. */
export const titleLevel = ({ headingScales }: DocumentProfile): number => Math.min(headingScales.length + 2, MAX_LEVEL);

/** Whether the line begins with a label of its own ("Item 5.", "NOTE 2."), so that it can't go on from another. */
export const isLabelled = (text: string): boolean => DIVISION.test(text);

/** A bold or large beginning of a paragraph: its sentence goes on in the next line. */
function runsOn(line: PageLine, next: PageLine | undefined, profile: DocumentProfile): boolean {
  if (next === undefined || next.isBold || !/^\p{Ll}/u.test(next.text)) return false;
  return (line.baseline - next.baseline) / next.size < profile.leading * 1.15;
}

/** Whether a line is a label and the title behind it, divided by a gap. */
export const isTitled = ({ cells }: PageLine): boolean =>
  cells.length === 2 && LABEL.test(cells[0]!.text) && /^[\p{L}\p{P}]/u.test(cells[1]!.text);

/** Cells beside each other, other than "Item 7." and its title. */
const isTabular = (line: PageLine): boolean => line.cells.length > 1 && !isTitled(line);

const isSentence = (text: string): boolean => text.length > MAX_SENTENCE_CHARACTERS && /[.;,]$/.test(text);

/** Bold lines of one size still differ: capitals and "Item 7" stand above the rest. */
const isDivision = (text: string): boolean => !/\p{Ll}/u.test(text) || DIVISION.test(text);

/** A scale that was not among the learned pages ranks behind all that are larger. */
function levelOfScale(scale: number, { headingScales }: DocumentProfile): number {
  const larger = headingScales.filter((known) => known > scale + 0.04).length;
  return Math.min(larger + 1, MAX_LEVEL);
}

/** An italic line alone above upright text. */
function isItalicHeading(line: PageLine, next: PageLine | undefined, profile: DocumentProfile): boolean {
  if (!line.isItalic || profile.isBodyItalic || line.text.length > MAX_ITALIC_LINE) return false;
  if (/[.:!?)]["”’]?$/.test(line.text) || next === undefined || next.isItalic) return false;
  const gap = (line.baseline - next.baseline) / line.size;
  return gap > 0 && gap < profile.leading * 3 && next.text.length >= MIN_TEXT_LINE && /^[^\p{Ll}]/u.test(next.text);
}

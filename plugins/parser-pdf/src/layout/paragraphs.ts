import type { LineBox, ParsedBlock } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";
import { ContentsEntries } from "./contents-entries.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentProfile } from "./document-profile.ts";
import type { DocumentWords } from "./document-words.ts";
import { headingLevel, isLabelled, type TextSizes, titleLevel } from "./heading-level.ts";
import { endText } from "./mend-text.ts";
import type { OutlineHeading } from "./outline-headings.ts";
import { placeOf } from "./place-on-page.ts";

/** A gap this much wider than the usual leading ends a paragraph. */
const PARAGRAPH_GAP = 1.22;
/** A heading's lines may stand a little wider than the text's, wider still where each is centred. */
const HEADING_GAP = 1.35;
const CENTRED_HEADING_GAP = 1.8;
/** An indent of this many font sizes begins a paragraph, if the last line ended a sentence. */
const INDENT = 0.8;
/** A line that ends this far from the right edge, with a full stop, is a paragraph's last. */
const SHORT_LINE = 0.8;
/** Longer text on one page has no paragraphs; joining it line by line takes time by the square of its length. */
const MAX_PARAGRAPH_CHARACTERS = 20_000;
const MAX_HEADING_LINES = 3;
const MAX_HEADING_CHARACTERS = 250;
const BULLET = /^[•◦▪●‣∙·–—*o▪■□➢✓-]\s+(?=\S)/u;
const NUMBERED = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+\S/i;
const SENTENCE_END = /[.!?:;。！？]["”’')\]]*$/u;

/** What the lines of one page are judged by. */
export interface PageContext extends TextSizes {
  readonly profile: DocumentProfile;
  readonly outline: ReadonlyMap<PageLine, OutlineHeading>;
  readonly words: DocumentWords;
  readonly sheet: PageSheet;
}

export interface TextBlock extends Pick<ParsedBlock, "kind" | "text" | "level"> {
  /** Whether the level is the outline's own. */
  readonly isInOutline?: boolean;
  readonly lines: readonly LineBox[];
}

interface Heading {
  readonly level: number;
  readonly outline?: OutlineHeading | undefined;
}

interface OpenBlock {
  readonly kind: "heading" | "paragraph" | "list_item";
  readonly heading?: Heading | undefined;
  text: string;
  /** Whether it is an entry of a table of contents. */
  isEntry: boolean;
  lines: number;
  readonly places: LineBox[];
  last: PageLine;
}

/** Puts the lines of running text together to headings, paragraphs and list items. */
export function paragraphs(lines: readonly PageLine[], page: PageContext): TextBlock[] {
  const rightEdge = lines.reduce((edge, line) => Math.max(edge, line.right), -Infinity);
  const entries = new ContentsEntries(lines);
  const blocks: TextBlock[] = [];
  let open: OpenBlock | undefined;
  for (const [index, line] of lines.entries()) {
    const isEntry = entries.has(line);
    const heading = isEntry ? undefined : headingOf(line, lines[index + 1], page, entries);
    const goesOn = isEntry || open?.isEntry === true ? isRestOfEntry : continues;
    if (open !== undefined && goesOn(open, line, heading, page.profile, rightEdge)) {
      open.text = joinLines(open.text, line.text, page.words);
      open.isEntry = isEntry;
      open.lines++;
      // What a line is put behind may lose its hyphen, the line itself loses nothing.
      open.places.push(...placeOf([line], page.sheet, open.text.length - line.text.length));
      open.last = line;
      continue;
    }
    if (open !== undefined) blocks.push(close(open));
    open = begin(line, heading, isEntry, page.sheet);
  }
  if (open !== undefined) blocks.push(close(open));
  return blocks.filter((block) => block.text !== "");
}

function headingOf(
  line: PageLine,
  next: PageLine | undefined,
  page: PageContext,
  entries: ContentsEntries,
): Heading | undefined {
  const outline = page.outline.get(line);
  if (outline !== undefined) return { level: outline.level, outline };
  const level = headingLevel(line, next, page, page.profile);
  if (level !== undefined) return { level };
  return entries.isTitle(line) ? { level: titleLevel(page.profile) } : undefined;
}

function begin(line: PageLine, heading: Heading | undefined, isEntry: boolean, sheet: PageSheet): OpenBlock {
  const first = { isEntry, lines: 1, places: [...placeOf([line], sheet)], last: line };
  if (heading !== undefined) return { kind: "heading", heading, text: line.text, ...first };
  const isBullet = BULLET.test(line.text);
  const kind = isBullet || NUMBERED.test(line.text) ? "list_item" : "paragraph";
  return { kind, text: isBullet ? line.text.replace(BULLET, "") : line.text, ...first };
}

function close(open: OpenBlock): TextBlock {
  const text = endText(open.text);
  const { heading, places: lines } = open;
  if (heading === undefined) return { kind: open.isEntry ? "list_item" : open.kind, text, lines };
  const isLong = open.lines > MAX_HEADING_LINES || text.length > MAX_HEADING_CHARACTERS;
  if (isLong && heading.outline === undefined) return { kind: "paragraph", text, lines };
  return { kind: "heading", text, level: heading.level, isInOutline: heading.outline !== undefined, lines };
}

/** Whether a line is the end of an entry whose title takes two lines: the number stands behind the last. */
function isRestOfEntry(
  open: OpenBlock,
  line: PageLine,
  heading: Heading | undefined,
  profile: DocumentProfile,
): boolean {
  if (open.isEntry || open.heading !== undefined || heading !== undefined || open.lines > 1) return false;
  const gap = (open.last.baseline - line.baseline) / line.size;
  return /^\p{Ll}/u.test(line.text) && gap > 0 && gap <= profile.leading * PARAGRAPH_GAP + 0.05;
}

function continues(
  open: OpenBlock,
  line: PageLine,
  heading: Heading | undefined,
  profile: DocumentProfile,
  rightEdge: number,
): boolean {
  const { last } = open;
  if (open.text.length > MAX_PARAGRAPH_CHARACTERS) return false;
  if (open.heading?.outline !== undefined || heading?.outline !== undefined) {
    return open.heading?.outline?.entry === heading?.outline?.entry;
  }
  if (line.angle !== last.angle || Math.abs(line.size - last.size) > last.size * 0.15) return false;
  const gap = (last.baseline - line.baseline) / line.size;
  if (open.heading !== undefined) {
    return heading?.level === open.heading.level && isOneHeading(last, line, gap / profile.leading);
  }
  if (heading !== undefined || BULLET.test(line.text)) return false;
  const isSentenceOver = SENTENCE_END.test(last.text);
  if (line.paragraph !== last.paragraph && !/^\p{Ll}/u.test(line.text)) return false;
  // Upwards or sideways is the next column: a sentence goes on there, a paragraph doesn't.
  if (gap <= 0) return !isSentenceOver && /^[\p{Ll}\p{Lo}]/u.test(line.text);
  if (gap > profile.leading * PARAGRAPH_GAP + 0.05) return false;
  if (!isSentenceOver) return true;
  if (NUMBERED.test(line.text) || line.left - last.left > line.size * INDENT) return false;
  return last.right >= rightEdge * SHORT_LINE;
}

/** Whether two lines of one level are one heading; `gap` in usual distances of lines. */
function isOneHeading(last: PageLine, line: PageLine, gap: number): boolean {
  if (line.isBold !== last.isBold || line.isItalic !== last.isItalic || isLabelled(line.text)) return false;
  const isFlush = Math.abs(line.left - last.left) < line.size / 4;
  return gap > 0 && gap <= (isFlush ? HEADING_GAP : CENTRED_HEADING_GAP);
}

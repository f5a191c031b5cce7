import type { LineBox, ParsedBlock } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";
import { codeText } from "./code-blocks.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentProfile } from "./document-profile.ts";
import type { DocumentWords } from "./document-words.ts";
import { titleLevel } from "./heading-level.ts";
import type { Heading, PageStyles } from "./headings.ts";
import type { NonTableLines } from "./non-table-lines.ts";
import { endText } from "./correct-text.ts";
import { lineBoxOf } from "./page-coordinates.ts";

/** A gap this much wider than the usual leading ends a paragraph. */
const PARAGRAPH_GAP = 1.22;
/** An indent of this many font sizes begins a paragraph, if the last line ended a sentence. */
const INDENT = 0.8;
/** Maximum indent of a list item's second line, which is aligned with the text after the marker. */
const HANGING = 4;
/** A line that ends this far from the right edge, with a full stop, is a paragraph's last. */
const SHORT_LINE = 0.8;
/** Longer text on one page has no paragraphs. Joining it line by line takes quadratic time. */
const MAX_PARAGRAPH_CHARACTERS = 20_000;
const MAX_HEADING_LINES = 3;
const MAX_HEADING_CHARACTERS = 250;
const BULLET = /^[•◦▪●‣∙·–—*o▪■□➢✓-]\s+(?=\S)/u;
/** Any sign before a capital letter, except note marks, legal marks and section signs. */
const SIGN = /^[^\p{L}\p{N}\p{P}\s$€£¥©®™+<>=~^|`]\s+(?=\p{Lu})|^§\s+(?=\p{Lu}\p{Ll})/u;
const MARKER = /^\S\s+/;
const NUMBERED = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+\S/i;
const SENTENCE_END = /[.!?:;。！？]["”’')\]]*$/u;

/** Context for classifying the lines of one page. */
export interface PageContext extends PageStyles {
  readonly nonTable: NonTableLines;
  readonly words: DocumentWords;
  readonly sheet: PageSheet;
}

export interface TextBlock extends Pick<ParsedBlock, "kind" | "text" | "level"> {
  /** Whether the level is taken from the outline. */
  readonly isInOutline?: boolean;
  /** Whether it is a label whose title is a separate heading. */
  readonly isLabel?: boolean;
  readonly lines: readonly LineBox[];
}

interface OpenBlock {
  readonly kind: "heading" | "paragraph" | "list_item";
  readonly heading?: Heading | undefined;
  text: string;
  /** Whether it is an entry of a table of contents. */
  isEntry: boolean;
  lines: number;
  readonly boxes: LineBox[];
  last: PageLine;
}

/** Groups the lines of running text into headings, paragraphs and list items. */
export function paragraphs(lines: readonly PageLine[], page: PageContext): TextBlock[] {
  const rightEdge = lines.reduce((edge, line) => Math.max(edge, line.right), -Infinity);
  const { entries, code } = page.nonTable;
  const blocks: TextBlock[] = [];
  let open: OpenBlock | undefined;
  for (const line of lines) {
    const listing = code.get(line);
    if (listing !== undefined) {
      if (open !== undefined) blocks.push(close(open));
      open = undefined;
      if (line === listing[0]) blocks.push({ kind: "code", ...codeText(listing, page.sheet) });
      continue;
    }
    const isEntry = entries.has(line);
    const heading = isEntry ? undefined : headingOf(line, page);
    const caption = page.nonTable.captions.get(line);
    const isCaption = caption !== undefined && open !== undefined && caption === page.nonTable.captions.get(open.last);
    const isOther = open !== undefined && isOtherCaption(open.last, line, page.nonTable.captions);
    const continuesOpen = isCaption ? () => true : isEntry || open?.isEntry === true ? isRestOfEntry : continues;
    if (open !== undefined && !isOther && continuesOpen(open, line, heading, page.profile, rightEdge)) {
      open.text = joinLines(open.text, line.text, page.words);
      open.isEntry = isEntry;
      open.lines++;
      // Joining can remove a hyphen from the previous text, but nothing from this line.
      open.boxes.push(...lineBoxOf([line], page.sheet, open.text.length - line.text.length));
      open.last = line;
      continue;
    }
    if (open !== undefined) blocks.push(close(open));
    open = begin(line, heading, isEntry, page.sheet);
  }
  if (open !== undefined) blocks.push(close(open));
  return blocks.filter((block) => block.text !== "");
}

/** Whether a caption begins, or a line after a caption has a different style. */
function isOtherCaption(last: PageLine, line: PageLine, captions: ReadonlyMap<PageLine, PageLine>): boolean {
  const [before, own] = [captions.get(last), captions.get(line)];
  if (own !== undefined) return own !== before;
  return before !== undefined && (before.isBold !== line.isBold || before.isItalic !== line.isItalic);
}

function headingOf(line: PageLine, { nonTable, profile }: PageContext): Heading | undefined {
  return nonTable.headings.get(line) ?? (nonTable.entries.isTitle(line) ? { level: titleLevel(profile) } : undefined);
}

function begin(line: PageLine, heading: Heading | undefined, isEntry: boolean, sheet: PageSheet): OpenBlock {
  const first = { isEntry, lines: 1, boxes: [...lineBoxOf([line], sheet)], last: line };
  if (heading !== undefined) return { kind: "heading", heading, text: line.text, ...first };
  const text = line.text.replace(isBullet(line) ? MARKER : "", "");
  const kind = isBullet(line) || NUMBERED.test(line.text) ? "list_item" : "paragraph";
  return { kind, text, ...first };
}

const isBullet = ({ text }: PageLine): boolean => BULLET.test(text) || SIGN.test(text);

function close(open: OpenBlock): TextBlock {
  const text = endText(open.text);
  const { heading, boxes: lines } = open;
  if (heading === undefined) return { kind: open.isEntry ? "list_item" : open.kind, text, lines };
  const isLong = open.lines > MAX_HEADING_LINES || text.length > MAX_HEADING_CHARACTERS;
  if (isLong && heading.outline === undefined) return { kind: "paragraph", text, lines };
  return { kind: "heading", text, level: heading.level, isInOutline: heading.outline !== undefined, lines };
}

/** Whether a line is the end of an entry with a title of two lines: the number is on the last one. */
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
  if (open.heading !== undefined) return heading === open.heading;
  if (heading !== undefined || isBullet(line)) return false;
  const isSentenceOver = SENTENCE_END.test(last.text);
  if (line.paragraph !== last.paragraph && !/^\p{Ll}/u.test(line.text)) return false;
  // Upwards or sideways is the next column. A sentence continues there, a paragraph doesn't.
  if (gap <= 0) return !isSentenceOver && /^[\p{Ll}\p{Lo}]/u.test(line.text);
  if (gap > profile.leading * PARAGRAPH_GAP + 0.05) return false;
  if (!isSentenceOver) return true;
  if (NUMBERED.test(line.text)) return false;
  const indent = (line.left - last.left) / line.size;
  if (open.kind === "list_item" && open.lines === 1 && indent > INDENT) return indent <= HANGING;
  if (indent > INDENT) return false;
  return last.right >= rightEdge * SHORT_LINE;
}

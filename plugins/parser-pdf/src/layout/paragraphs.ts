import type { ParsedBlock } from "@quarry/plugin";
import type { PageLine } from "../engine/page-text.ts";
import type { DocumentProfile } from "./document-profile.ts";
import { headingLevel } from "./heading-level.ts";
import { endText, joinLines } from "./mend-text.ts";

/** A gap this much wider than the usual leading ends a paragraph. */
const PARAGRAPH_GAP = 1.22;
/** A heading's lines may stand a little wider than the text's. */
const HEADING_GAP = 1.8;
/** An indent of this many font sizes begins a paragraph, if the last line ended a sentence. */
const INDENT = 0.8;
/** A line that ends this far from the right edge, with a full stop, is a paragraph's last. */
const SHORT_LINE = 0.8;
const MAX_HEADING_LINES = 3;
const MAX_HEADING_CHARACTERS = 250;
const BULLET = /^[•◦▪●‣∙·–—*o▪■□➢✓-]\s+(?=\S)/u;
const NUMBERED = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+\S/i;
const SENTENCE_END = /[.!?:;。！？]["”’')\]]*$/u;

interface OpenBlock {
  readonly kind: "heading" | "paragraph" | "list_item";
  readonly level?: number;
  text: string;
  lines: number;
  last: PageLine;
}

type Block = Pick<ParsedBlock, "kind" | "text" | "level">;

/** Puts the lines of running text together to headings, paragraphs and list items. */
export function paragraphs(lines: readonly PageLine[], profile: DocumentProfile): Block[] {
  const rightEdge = lines.reduce((edge, line) => Math.max(edge, line.right), -Infinity);
  const blocks: Block[] = [];
  let open: OpenBlock | undefined;
  for (const line of lines) {
    const level = headingLevel(line, profile);
    if (open !== undefined && continues(open, line, level, profile, rightEdge)) {
      open.text = joinLines(open.text, line.text);
      open.lines++;
      open.last = line;
      continue;
    }
    if (open !== undefined) blocks.push(close(open));
    open = begin(line, level);
  }
  if (open !== undefined) blocks.push(close(open));
  return blocks.filter((block) => block.text !== "");
}

function begin(line: PageLine, level: number | undefined): OpenBlock {
  if (level !== undefined) return { kind: "heading", level, text: line.text, lines: 1, last: line };
  const isBullet = BULLET.test(line.text);
  const kind = isBullet || NUMBERED.test(line.text) ? "list_item" : "paragraph";
  return { kind, text: isBullet ? line.text.replace(BULLET, "") : line.text, lines: 1, last: line };
}

function close(open: OpenBlock): Block {
  const text = endText(open.text);
  const isLong = open.lines > MAX_HEADING_LINES || text.length > MAX_HEADING_CHARACTERS;
  if (open.kind !== "heading" || isLong) return { kind: open.kind === "heading" ? "paragraph" : open.kind, text };
  return { kind: "heading", text, level: open.level! };
}

function continues(
  open: OpenBlock,
  line: PageLine,
  level: number | undefined,
  profile: DocumentProfile,
  rightEdge: number,
): boolean {
  const { last } = open;
  if (line.angle !== last.angle || Math.abs(line.size - last.size) > last.size * 0.15) return false;
  const gap = (last.baseline - line.baseline) / line.size;
  if (open.kind === "heading") {
    return level === open.level && gap > 0 && gap <= profile.leading * HEADING_GAP && line.isBold === last.isBold;
  }
  if (level !== undefined || BULLET.test(line.text)) return false;
  const isSentenceOver = SENTENCE_END.test(last.text);
  // Upwards or sideways is the next column: a sentence goes on there, a paragraph doesn't.
  if (gap <= 0) return !isSentenceOver && /^[\p{Ll}\p{Lo}]/u.test(line.text);
  if (gap > profile.leading * PARAGRAPH_GAP + 0.05) return false;
  if (!isSentenceOver) return true;
  if (NUMBERED.test(line.text) || line.left - last.left > line.size * INDENT) return false;
  return last.right >= rightEdge * SHORT_LINE;
}

import type { BlockLink, LineBox } from "@quarry/plugin";

/** Structural element from a parser, in reading order. */
export interface TextBlock {
  readonly kind: "heading" | "paragraph" | "list_item" | "table_header" | "table_row" | "code" | "quote";
  /** Text as displayed. Blocks of white space only are skipped. */
  readonly text: string;
  /** Depth of a heading, 1 to 6; default 1. Ignored on other kinds. */
  readonly level?: number | undefined;
  /** Page, 1-based; null or absent if the format has no pages. */
  readonly page?: number | null | undefined;
  /** Id that joins the header and rows of one table. */
  readonly tableId?: number | undefined;
  /** Offsets of a row's cells in the text, except the first; absent if " | " separates them. */
  readonly cells?: readonly number[] | undefined;
  /** Boxes of its lines on the page, in the order of the text; absent if they are unknown. */
  readonly lines?: readonly LineBox[] | undefined;
  /** Links of the block, in the order of the text. */
  readonly links?: readonly BlockLink[] | undefined;
}

/** Passage of a document's canonical text. */
export interface TextChunk {
  /** Index of the chunk, 0-based, without gaps. */
  readonly chunkIndex: number;
  /**
   * Text of the chunk: `canonicalText.slice(startChar, endChar)`, unless a table continues from an earlier chunk. Then
   * the table's header row and a line break precede it, and the offsets cover the rows only.
   */
  readonly text: string;
  /** Page of the chunk's first character. A chunk never spans two pages. */
  readonly page: number | null;
  /** Heading path common to all of the chunk, outermost first: the context that applies to every word in it. */
  readonly section: readonly string[];
  /** Heading path of most of the chunk's new text, for citations. */
  readonly mainSection: readonly string[];
  /** UTF-16 offsets into the canonical text. */
  readonly startChar: number;
  readonly endChar: number;
  /** Exact o200k tokens of `text`. */
  readonly tokenCount: number;
  /**
   * Packed layout of the text between its offsets: its boxes on the page, if known (`unpackBoxes`), its blocks
   * (`unpackBlocks`), and its links (`unpackLinks`). Absent for chunks that were submitted as such.
   */
  readonly layout?: string;
}

/** Whether the block is part of the canonical text. */
export function hasText(block: TextBlock): boolean {
  return /\S/.test(block.text);
}

/**
 * Returns the separator between two neighbouring blocks: one line break inside a table or a list, otherwise an empty
 * line.
 */
export function separatorBetween(previous: TextBlock | undefined, block: TextBlock): string {
  if (previous === undefined) return "";
  if (previous.kind === "list_item" && block.kind === "list_item") return "\n";
  return isTablePart(previous) && isTablePart(block) && previous.tableId === block.tableId ? "\n" : "\n\n";
}

/**
 * Returns the text that chunk offsets refer to. Loads the whole document into memory: for tests and tools, not for
 * ingest.
 */
export function canonicalText(blocks: Iterable<TextBlock>): string {
  const parts: string[] = [];
  let previous: TextBlock | undefined;
  for (const block of blocks) {
    if (!hasText(block)) continue;
    parts.push(separatorBetween(previous, block), block.text);
    previous = block;
  }
  return parts.join("");
}

/** Whether the block is a row of a table. */
export function isTablePart(block: Pick<TextBlock, "kind">): boolean {
  return block.kind === "table_header" || block.kind === "table_row";
}

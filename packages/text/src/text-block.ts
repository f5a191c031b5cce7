import type { BlockLink, LineBox } from "@quarry/plugin";

/** A piece of structure from a parser, in reading order. */
export interface TextBlock {
  readonly kind: "heading" | "paragraph" | "list_item" | "table_header" | "table_row" | "code" | "quote";
  /** The text as it is to be shown. Blocks of white space only are skipped. */
  readonly text: string;
  /** Depth of a heading, 1 to 6; default 1. Ignored on other kinds. */
  readonly level?: number | undefined;
  /** 1-based; null or absent where the format has no pages. */
  readonly page?: number | null | undefined;
  /** Joins the header and rows of one table. */
  readonly tableId?: number | undefined;
  /** Offsets of a row's cells in the text, but for the first; absent where " | " separates them. */
  readonly cells?: readonly number[] | undefined;
  /** Boxes of its lines on the page, in the order of the text; absent where they are not known. */
  readonly lines?: readonly LineBox[] | undefined;
  /** Its links, in the order of the text. */
  readonly links?: readonly BlockLink[] | undefined;
}

/** A passage of a document's canonical text. */
export interface TextChunk {
  /** 0-based, without gaps. */
  readonly chunkIndex: number;
  /**
   * `canonicalText.slice(startChar, endChar)`, except where a table goes on from an earlier chunk: then the table's
   * header row and a line break stand in front, and the offsets cover the rows only.
   */
  readonly text: string;
  /** Page of the chunk's first character. A chunk never spans two pages. */
  readonly page: number | null;
  /** Heading path that all of the chunk stands under, outermost first: the context that is true of every word in it. */
  readonly section: readonly string[];
  /** Heading path of most of the chunk's new text, for citations. */
  readonly mainSection: readonly string[];
  /** UTF-16 offsets into the canonical text. */
  readonly startChar: number;
  readonly endChar: number;
  /** Exact o200k tokens of `text`. */
  readonly tokenCount: number;
  /**
   * Packed layout of the text between its offsets: its boxes on the page, where known (`unpackBoxes`), its blocks
   * (`unpackBlocks`), and its links (`unpackLinks`). Absent for chunks that were submitted as such.
   */
  readonly layout?: string;
}

/** Whether the block takes part in the canonical text. */
export function hasText(block: TextBlock): boolean {
  return /\S/.test(block.text);
}

/** Separator between two neighbouring blocks: one line break inside a table or a list, else an empty line. */
export function separatorBetween(previous: TextBlock | undefined, block: TextBlock): string {
  if (previous === undefined) return "";
  if (previous.kind === "list_item" && block.kind === "list_item") return "\n";
  return isTablePart(previous) && isTablePart(block) && previous.tableId === block.tableId ? "\n" : "\n\n";
}

/** The text that chunk offsets refer to. Holds the whole document in memory: for tests and tools, not for ingest. */
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

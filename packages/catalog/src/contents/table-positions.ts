import type { Passage } from "@quarry/index";
import { type ChunkBlocks, NO_TABLES, type TablePlace, tablePlaceAfter, unpackBlocks } from "@quarry/text";
import { withoutHeader } from "@quarry/text/join-passages";
import { type ChunkHeading, sectionAt } from "./block-section.ts";

/** Returns the blocks of a chunk, or undefined if unknown. */
const blocksOf = ({ layout = "", metadata: { start_char: start } }: Passage): ChunkBlocks | undefined =>
  typeof start === "number" ? unpackBlocks(layout, start) : undefined;

/**
 * Returns the number of tables that begin before the end of a chunk, and the number of rows of the last one up to
 * there.
 */
export const positionAfter = (passage: Passage): TablePlace | undefined => {
  const found = blocksOf(passage);
  return found?.blocks.reduce(tablePlaceAfter, found.before);
};

/** Whether a row of a table is in this chunk or an earlier one. Row 0 is the header. */
export const isReached = (passage: Passage, table: number, row: number): boolean => {
  const { tables, rows } = positionAfter(passage) ?? NO_TABLES;
  return tables > table || (tables === table && rows >= row);
};

/** Returns the row count of a table. The next table must begin in this chunk. */
export const rowsBeforeNext = (passage: Passage, table: number): number => {
  const { before, blocks } = blocksOf(passage)!;
  let position = before;
  for (const block of blocks) {
    const next = tablePlaceAfter(position, block);
    if (next.tables > table) break;
    position = next;
  }
  return position.rows;
};

/** Returns the section headings above a table, from the chunk in which it begins. */
export const sectionOfTable = (passage: Passage, table: number): readonly string[] => {
  const { before, blocks } = blocksOf(passage)!;
  const text = withoutHeader(passage);
  const start = Number(passage.metadata["start_char"]);
  const headings: (ChunkHeading & { readonly isBefore: boolean })[] = [];
  let position = before;
  for (const [index, block] of blocks.entries()) {
    position = tablePlaceAfter(position, block);
    if (block.kind !== "heading") continue;
    const heading = text.slice(
      Math.max(0, block.start - start),
      blocks[index + 1]?.start && blocks[index + 1]!.start - start,
    );
    headings.push({
      level: block.level ?? 1,
      text: heading.replace(/\s+/g, " ").trim(),
      isBefore: position.tables < table,
    });
  }
  return sectionAt(
    passage,
    headings.filter(({ isBefore }) => isBefore),
    headings.filter(({ isBefore }) => !isBefore),
  );
};

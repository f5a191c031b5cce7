import type { ReadBlock } from "./block-reader.ts";
import { markLinks } from "./marked-links.ts";

const BETWEEN = " | ";

/** Returns the cells of a row. Empty cells at its end are not stored. */
export const cellsOf = (block: Pick<ReadBlock, "cells" | "text">): readonly string[] =>
  markedCells({ ...block, links: [] });

/** Returns the same cells, with markers around links. */
export const markedCells = (block: Pick<ReadBlock, "cells" | "links" | "text">): readonly string[] => {
  const { cells, links = [] } = block;
  if (cells !== undefined) {
    return [0, ...cells].map((start, index) => {
      const next = cells[index];
      return markLinks(block, start, next === undefined ? undefined : Math.max(start, next - BETWEEN.length));
    });
  }
  // A link that spans several cells belongs to none of them.
  const within = links.filter(({ start, end }) => !block.text.slice(start, end).includes("|"));
  const text = markLinks({ ...block, links: within });
  // If the first or last cell is empty, the row begins or ends without the blank.
  return ` ${text} `.split(BETWEEN).map((cell) => cell.trim());
};

import type { ReadBlock } from "./block-reader.ts";
import { markLinks } from "./marked-links.ts";

const BETWEEN = " | ";

/** The cells of a row. Those that are empty at its end aren't kept. */
export const cellsOf = (block: Pick<ReadBlock, "cells" | "text">): readonly string[] =>
  markedCells({ ...block, links: [] });

/** The same, with marks around links. */
export const markedCells = (block: Pick<ReadBlock, "cells" | "links" | "text">): readonly string[] => {
  const { cells, links = [] } = block;
  if (cells !== undefined) {
    return [0, ...cells].map((start, index) => {
      const next = cells[index];
      return markLinks(block, start, next === undefined ? undefined : Math.max(start, next - BETWEEN.length));
    });
  }
  // A link over several cells is of none of them.
  const within = links.filter(({ start, end }) => !block.text.slice(start, end).includes("|"));
  const text = markLinks({ ...block, links: within });
  // Where the first cell is empty, or the last, the row begins, or ends, without the blank.
  return ` ${text} `.split(BETWEEN).map((cell) => cell.trim());
};

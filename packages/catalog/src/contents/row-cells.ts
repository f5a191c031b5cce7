import type { ReadBlock } from "./block-reader.ts";

const BETWEEN = " | ";

/** The cells of a row. Those that are empty at its end aren't kept. */
export const cellsOf = ({ text, cells }: Pick<ReadBlock, "text" | "cells">): readonly string[] => {
  if (cells !== undefined) {
    return [0, ...cells].map((start, index) => {
      const next = cells[index];
      return text.slice(start, next === undefined ? undefined : Math.max(start, next - BETWEEN.length));
    });
  }
  // Where the first cell is empty, or the last, the row begins, or ends, without the blank.
  return ` ${text} `.split(BETWEEN).map((cell) => cell.trim());
};

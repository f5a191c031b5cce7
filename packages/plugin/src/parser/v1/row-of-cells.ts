import type { ParsedBlock } from "./parser-v1.ts";

const BETWEEN = " | ";

/**
 * Returns a row's cells as its text, joined by " | ". Empty cells at the end of the row are omitted. If a cell contains
 * a vertical bar, the result also contains the offsets at which the cells begin.
 */
export function rowOfCells(cells: readonly string[]): Pick<ParsedBlock, "text" | "cells"> {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === "") length--;
  const retained = length === cells.length ? cells : cells.slice(0, length);
  const joined = retained.join(BETWEEN);
  const text = joined.trim();
  if (!retained.some((cell) => cell.includes("|"))) return { text };
  const starts: number[] = [];
  // Before an empty first cell there is one space less.
  let at = joined.trimStart().length - joined.length;
  for (const cell of retained.slice(0, -1)) starts.push((at += cell.length + BETWEEN.length));
  return { text, cells: starts };
}

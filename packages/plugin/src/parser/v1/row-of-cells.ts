import type { ParsedBlock } from "./parser-v1.ts";

const BETWEEN = " | ";

/**
 * A row's cells as its text, joined by " | ". Those that are empty at its end say nothing and are left out. Where a cell has a
 * stroke itself, it is also said where the cells begin.
 */
export function rowOfCells(cells: readonly string[]): Pick<ParsedBlock, "text" | "cells"> {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === "") length--;
  const retained = length === cells.length ? cells : cells.slice(0, length);
  const joined = retained.join(BETWEEN);
  const text = joined.trim();
  if (!retained.some((cell) => cell.includes("|"))) return { text };
  const starts: number[] = [];
  // In front of an empty first cell there is one blank less.
  let at = joined.trimStart().length - joined.length;
  for (const cell of retained.slice(0, -1)) starts.push((at += cell.length + BETWEEN.length));
  return { text, cells: starts };
}

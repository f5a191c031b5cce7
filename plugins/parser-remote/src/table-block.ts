import type { ParsedBlock } from "@quarry/plugin";

/** Maximum length of a header cell. Header cells are names: filled, short, and not amounts. */
const MAX_HEADER_CELL = 80;

/** Returns a row as text, or undefined if all cells are empty. */
export function rowBlock(
  cells: readonly string[],
  kind: "table_header" | "table_row",
  tableId: number,
  page: number | null,
): ParsedBlock | undefined {
  const last = cells.findLastIndex((cell) => cell !== "");
  if (last < 0) return undefined;
  return { kind, text: cells.slice(0, last + 1).join(" | "), page, tableId };
}

/** Whether a table's first row contains column names, although it isn't marked as a header. */
export const looksLikeHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  cells.every((cell) => cell !== "" && cell.length <= MAX_HEADER_CELL && !/^[-+(]?[\p{Sc}]?\s*\d/u.test(cell));

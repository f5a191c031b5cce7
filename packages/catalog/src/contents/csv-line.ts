/**
 * Cells that need quoting: those with a special character of the format, or with leading or trailing white space, which
 * some readers strip.
 */
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Returns a row by RFC 4180 with at least `columns` cells. Cells are copied exactly, including formulas. */
export const csvLine = (cells: readonly string[], columns: number): string => {
  const fields = cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  while (fields.length < columns) fields.push("");
  return `${fields.join(",")}\r\n`;
};

/**
 * Cells that need quotation marks: those with a special character of the format, or with white space at an end, which
 * some readers strip.
 */
const QUOTED = /[",\r\n]|^\s|\s$/;

/** A row by RFC 4180, with as many cells as there are columns, or more. Cells are a true copy, formulas and all. */
export const csvLine = (cells: readonly string[], columns: number): string => {
  const fields = cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  while (fields.length < columns) fields.push("");
  return `${fields.join(",")}\r\n`;
};

/** What has to stand in quotation marks: the marks of the format, and white space at an end, which some readers take away. */
const QUOTED = /[",\r\n]|^\s|\s$/;

/** A row by RFC 4180, with as many cells as there are columns, or more. Cells are a true copy, formulas and all. */
export const csvLine = (cells: readonly string[], columns: number): string => {
  const fields = cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  while (fields.length < columns) fields.push("");
  return `${fields.join(",")}\r\n`;
};

import { columnName, columnOf } from "./cell-range.ts";

/**
 * Matches strings and quoted sheet names, which stay unchanged, and cell references. Parts of a reference with `$` are
 * absolute.
 */
const REFERENCE = /"[^"]*"|'[^']*'|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w(.!])/g;

/** Returns a formula shifted down and right by a number of rows and columns. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  return formula.replace(REFERENCE, (whole: string, fixedColumn: string, column?: string, fixedRow = "", row = "") => {
    if (column === undefined) return whole;
    const shifted = fixedColumn === "" ? columnName(columnOf(column)! + columns) : column;
    return `${fixedColumn}${shifted}${fixedRow}${fixedRow === "" ? Number(row) + rows : row}`;
  });
}

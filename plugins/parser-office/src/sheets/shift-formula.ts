import { columnName, columnOf } from "./cell-range.ts";

/** Strings and quoted names of sheets, which stay; else the name of a cell, whose parts with `$` stay. */
const REFERENCE = /"[^"]*"|'[^']*'|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\w(.!])/g;

/** The formula as it reads some rows further down and some columns further right. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  return formula.replace(REFERENCE, (whole: string, fixedColumn: string, column?: string, fixedRow = "", row = "") => {
    if (column === undefined) return whole;
    const shifted = fixedColumn === "" ? columnName(columnOf(column)! + columns) : column;
    return `${fixedColumn}${shifted}${fixedRow}${fixedRow === "" ? Number(row) + rows : row}`;
  });
}

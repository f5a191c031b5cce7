/** A range of cells, both ends included. Rows and columns are 1-based. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Maximum letters of a column name: 3 letters extend beyond XFD, the last column. */
const MAX_LETTERS = 3;

/** Returns the column of a cell name: 1 for "A7", 28 for "AB7". */
export function columnOf(name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  let column = 0;
  for (let index = 0; index < MAX_LETTERS && index < name.length; index++) {
    const code = name.charCodeAt(index) & 0xdf;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
  }
  return column === 0 ? undefined : column;
}

/** Returns the letters of a column: "A" for 1, "AB" for 28. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(0x41 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** Returns the range for `B2:D9` or `B2`, or undefined for any other text. */
export function rangeOf(reference: string | undefined): CellRange | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference ?? "");
  if (match === null) return undefined;
  const [, left, top, right = left, bottom = top] = match;
  return { top: Number(top), left: columnOf(left)!, bottom: Number(bottom), right: columnOf(right)! };
}

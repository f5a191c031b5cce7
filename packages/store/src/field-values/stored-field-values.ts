import { sql } from "kysely";
import { PATH_BYTES } from "./field-value-bytes.ts";

// Rows of field values are read as text: databases return one text in a fraction of the time that as many byte arrays
// take. Format of a row: its field value after the path, "=", its block, ":", its data, and "." as the end; bytes are
// upper-case hexadecimal digits. Rows are separated by commas.

export const fieldValueText = sql<string>`concat(hex(substr(fact, ${sql.lit(PATH_BYTES + 1)})), '=', block, ':', hex(data), '.')`;

/** Text of many rows, in their order. Null if there are none. */
export const fieldValuesText = sql<string | null>`group_concat(${fieldValueText})`;

/** Fields of one row, as offsets in the text. */
export interface StoredFieldValue {
  /** Indexed field value after the path. The identical string as in the previous row if the value is the same. */
  readonly valueHex: string;
  readonly block: number;
  /** Start of its data in the text. */
  readonly start: number;
  readonly end: number;
}

const COLON = 58;
const ZERO = 48;

/** Visits each row. The visited object is reused for all rows. */
export const forEachStored = (text: string, visit: (fieldValue: StoredFieldValue) => void): void => {
  const row = { valueHex: "", block: 0, start: 0, end: 0 };
  for (let at = 0; at < text.length; at = row.end + 2) {
    const valueEnd = text.indexOf("=", at);
    if (valueEnd - at !== row.valueHex.length || !text.startsWith(row.valueHex, at))
      row.valueHex = text.slice(at, valueEnd);
    row.block = 0;
    row.start = valueEnd + 1;
    for (let code; (code = text.charCodeAt(row.start)) !== COLON; row.start++) row.block = 10 * row.block + code - ZERO;
    row.start += 1;
    row.end = text.indexOf(".", row.start);
    visit(row);
  }
};

/** Whether the text has all `rows` rows. MySQL silently truncates text that is longer than its settings allow. */
export const isWholeText = (text: string, rows: number): boolean => {
  if (!text.endsWith(".")) return false;
  let count = 0;
  for (let at = text.indexOf("="); at !== -1; at = text.indexOf("=", at + 1)) count += 1;
  return count === rows;
};

/** Returns the block of the last row. */
export const lastBlockIn = (text: string): number => Number.parseInt(text.slice(text.lastIndexOf("=") + 1), 10);

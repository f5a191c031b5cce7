import { sql } from "kysely";
import { PATH_BYTES } from "./field-value-bytes.ts";

// Rows of field values are read as text: databases hand over one text in a fraction of the time that as many arrays of bytes take. Of
// each row it has what its field value has behind the path, "=", its block, ":", its data, and "." as its end; bytes are upper-case
// hexadecimal digits. Between rows is a comma.

export const fieldValueText = sql<string>`concat(hex(substr(fact, ${sql.lit(PATH_BYTES + 1)})), '=', block, ':', hex(data), '.')`;

/** Of many rows, in their order. Null where there are none. */
export const fieldValuesText = sql<string | null>`group_concat(${fieldValueText})`;

/** Fields of one row, as offsets in the text. */
export interface StoredFieldValue {
  /**
   * Rest of the indexed field value after the path. The same string as in the previous row, where the value is the
   * same.
   */
  readonly rest: string;
  readonly block: number;
  /** Range of its data. */
  readonly start: number;
  readonly end: number;
}

const COLON = 58;
const ZERO = 48;

/** The object is the same for all rows. */
export const forEachStored = (text: string, visit: (fieldValue: StoredFieldValue) => void): void => {
  const row = { rest: "", block: 0, start: 0, end: 0 };
  for (let at = 0; at < text.length; at = row.end + 2) {
    const restEnd = text.indexOf("=", at);
    if (restEnd - at !== row.rest.length || !text.startsWith(row.rest, at)) row.rest = text.slice(at, restEnd);
    row.block = 0;
    row.start = restEnd + 1;
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

/** The block of the last row. */
export const lastBlockIn = (text: string): number => Number.parseInt(text.slice(text.lastIndexOf("=") + 1), 10);

import { sql } from "kysely";
import { PATH_BYTES } from "./fact-values.ts";

// Rows of facts are read as text: databases hand over one text in a fraction of the time that as many arrays of bytes take. Of
// each row it has what its fact has behind the path, "=", its block, ":", its data, and "." as its end; bytes are upper-case
// hexadecimal digits. Between rows is a comma.

export const factText = sql<string>`concat(hex(substr(fact, ${sql.lit(PATH_BYTES + 1)})), '=', block, ':', hex(data), '.')`;

/** Of many rows, in their order. Null where there are none. */
export const factsText = sql<string | null>`group_concat(${factText})`;

/** What a row of facts has: places in the text. */
export interface StoredFact {
  /** What comes behind the path. The same string as that of the row before, where it is the same fact. */
  readonly rest: string;
  readonly block: number;
  /** Where its data stand. */
  readonly start: number;
  readonly end: number;
}

const COLON = 58;
const ZERO = 48;

/** The object is the same for all rows. */
export const forEachStored = (text: string, visit: (fact: StoredFact) => void): void => {
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

/** Whether so many rows are in it as a whole. MySQL cuts off what is longer than its settings allow, and says nothing. */
export const isWholeText = (text: string, rows: number): boolean => {
  if (!text.endsWith(".")) return false;
  let count = 0;
  for (let at = text.indexOf("="); at !== -1; at = text.indexOf("=", at + 1)) count += 1;
  return count === rows;
};

/** The block of the last row. */
export const lastBlockIn = (text: string): number => Number.parseInt(text.slice(text.lastIndexOf("=") + 1), 10);

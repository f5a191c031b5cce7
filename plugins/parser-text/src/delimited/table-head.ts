/** Number of records buffered to classify the first of them. */
export const HEAD_RECORDS = 20;

/** Maximum titles and remarks above a table. */
const MAX_PREAMBLE_RECORDS = 5;
/** Minimum width of a table for a single cell above it to be a title. */
const MIN_WIDTH_UNDER_PREAMBLE = 3;

/** A longer cell is a sentence, not a column name. */
const MAX_COLUMN_NAME = 150;

const VALUE = /^[-+(]?[$€£¥]?\d[\d.,' ]*%?\)?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$|^(?:true|false)$/i;
const YEAR = /^(?:19|20)\d\d$/;

export interface TableHead {
  /** Number of records above the table that are titles or remarks. */
  readonly preamble: number;
  /** Whether the record after those contains the column names. */
  readonly hasHeader: boolean;
}

/** Classifies the first records of a table: a title above it, the column names, or already data. */
export function tableHeadOf(records: readonly (readonly string[])[]): TableHead {
  const preamble = preambleOf(records);
  const [first, ...rest] = records.slice(preamble);
  return { preamble, hasHeader: first !== undefined && first.length > 1 && !isData(first, rest) };
}

function preambleOf(records: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...records.map(filledCells));
  if (width < MIN_WIDTH_UNDER_PREAMBLE) return 0;
  const first = records.findIndex((record) => filledCells(record) > 1);
  return first > MAX_PREAMBLE_RECORDS ? 0 : first;
}

/**
 * Whether the first record is data: it contains sentences, or numbers or dates in columns that contain them below as
 * well. Years can be column names.
 */
function isData(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  return first.some((cell, column) => {
    if (cell.length > MAX_COLUMN_NAME) return true;
    if (!VALUE.test(cell)) return false;
    const below = rest.map((record) => record[column] ?? "").filter((value) => value !== "");
    const kind = YEAR.test(cell) ? YEAR : VALUE;
    return below.filter((value) => kind.test(value)).length * 2 >= below.length;
  });
}

const filledCells = (record: readonly string[]): number => record.filter((cell) => cell !== "").length;

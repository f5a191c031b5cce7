const AMOUNT =
  /^[($€£¥+\-−–— ]*\d[\d,.\s]*(?:\([a-z\d]\))?[%)x]*(?: ?(?:pts?|bps|x|%))?$|^[$€£¥]? ?[—–-]$|^(?:n\/?[am]|nm|\*|N\/?[AM]|NM|Flat)$/;
const YEAR = /^(?:fy ?)?(?:19|20)\d\d(?: ?\([a-z\d]\))?$/i;

/** Whether a cell contains a year, which is a column name. */
export const isYear = (cell: string): boolean => YEAR.test(cell);

/** Whether a cell contains an amount, or the sign for none. */
export const isAmount = (cell: string): boolean => AMOUNT.test(cell) && !isYear(cell) && !cell.endsWith(",");

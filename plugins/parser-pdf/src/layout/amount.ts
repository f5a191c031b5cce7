const AMOUNT =
  /^[($€£¥+\-−–— ]*\d[\d,.\s]*(?:\([a-z\d]\))?[%)x]*(?: ?(?:pts?|bps|x|%))?$|^[$€£¥]? ?[—–-]$|^(?:n\/?[am]|nm|\*|N\/?[AM]|NM|Flat)$/;
const YEAR = /^(?:fy ?)?(?:19|20)\d\d(?: ?\([a-z\d]\))?$/i;

/** Whether a cell holds a year, which names a column. */
export const isYear = (cell: string): boolean => YEAR.test(cell);

/** Whether a cell holds an amount, or the sign for none. */
export const isAmount = (cell: string): boolean => AMOUNT.test(cell) && !isYear(cell) && !cell.endsWith(",");

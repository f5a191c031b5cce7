const AMOUNT =
  /^[($€£¥+\-−–— ]*\d[\d,.\s]*(?:\([a-z\d]\))?[%)x]*(?: ?(?:pts?|bps|x|%))?$|^[—–-]$|^(?:n\/?[am]|nm|\*|N\/?[AM]|NM|Flat)$/;
const YEAR = /^(?:fy ?)?(?:19|20)\d\d(?:\([a-z\d]\))?$/i;

/** Whether a cell holds an amount, or the sign for none. A year is the name of a column. */
export const isAmount = (cell: string): boolean => AMOUNT.test(cell) && !YEAR.test(cell);

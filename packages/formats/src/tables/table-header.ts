/** Longer cells are content, not column names. */
const MAX_NAME_CHARACTERS = 80;
const AMOUNT = /^[\s($€£¥+−–-]*\d[\d.,\s]*[%)€£¥$]*$/;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Whether a row looks like column names: several cells, all filled except possibly the first (the corner of a table
 * with row and column names), short, no amounts, and most of them words.
 */
export function isHeaderLike(cells: readonly string[]): boolean {
  const names = cells.length > 2 && cells[0] === "" ? cells.slice(1) : cells;
  if (names.length < 2 || names.some((name) => name === "" || name.length > MAX_NAME_CHARACTERS)) return false;
  if (names.some((name) => isAmount(name) && !YEAR.test(name))) return false;
  return (
    names.filter((name) => /\p{L}/u.test(name)).length * 2 > names.length ||
    cells.slice(1).every((name) => YEAR.test(name))
  );
}

/** Whether a row can be column names, given another indication that it is. */
export const mayBeHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => cell.length <= MAX_NAME_CHARACTERS && (!isAmount(cell) || YEAR.test(cell)));

export const isYear = (text: string): boolean => YEAR.test(text);

/** Whether a text is a number, a price or a percentage, and therefore never a name. */
export const isAmount = (text: string): boolean => AMOUNT.test(text);

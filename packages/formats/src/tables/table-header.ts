/** Longer cells are content, not the names of columns. */
const MAX_NAME_CHARACTERS = 80;
const AMOUNT = /^[\s($€£¥+−–-]*\d[\d.,\s]*[%)€£¥$]*$/;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Whether a row reads like names of columns: several, all filled but perhaps the first (the corner of a table with
 * names on two sides), short, none an amount, most of them words.
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

/** Whether nothing speaks against a row being names of columns, where something speaks for it. */
export const mayBeHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => cell.length <= MAX_NAME_CHARACTERS && (!isAmount(cell) || YEAR.test(cell)));

export const isYear = (text: string): boolean => YEAR.test(text);

/** Whether a text is a number, a price or a share, and so never the name of something. */
export const isAmount = (text: string): boolean => AMOUNT.test(text);

/** Longer cells are content, not the names of columns. */
const MAX_NAME_CHARACTERS = 80;
const AMOUNT = /^[\s($€£¥+−–-]*\d[\d.,\s]*[%)]*$/;
const YEAR = /^(?:19|20)\d\d$/;

/** Whether a row reads like names of columns: several, all filled, short, none an amount, most of them words. */
export function looksLikeHeader(cells: readonly string[]): boolean {
  if (cells.length < 2 || cells.some((cell) => cell === "" || cell.length > MAX_NAME_CHARACTERS)) return false;
  if (cells.some((cell) => AMOUNT.test(cell) && !YEAR.test(cell))) return false;
  return (
    cells.filter((cell) => /\p{L}/u.test(cell)).length * 2 > cells.length ||
    cells.slice(1).every((cell) => YEAR.test(cell))
  );
}

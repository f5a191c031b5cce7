/** A number in a running line that may be the page number: "12" of "12 | Annual report". */
export interface PageNumber {
  /** Difference between the number and the page's index in the file. It is equal on all pages of one numbering. */
  readonly offset: number;
  /** The line with the number replaced by its format. It is equal on all pages, too. */
  readonly frame: string;
  /** Whether the line contains only the page number. */
  readonly isAlone: boolean;
  /** Whether it may count the content instead ("Delivery note 3"): further evidence is needed. */
  readonly isWeak: boolean;
}

const WORDS =
  "page|pg|p|seite|s|página|pagina|pág|pag|strona|str|страница|стр|sida|sivu|oldal|sayfa|sheet|blatt|folio|hoja|feuille|foglio|slide|folie|עמוד|صفحة";
const TOTAL = String.raw`(?:\s*(?:of|von|de|di|sur|van|av|af|iz|z|из|מתוך|من|/|\|)\s*\d{1,5})`;
const SUFFIX = String.raw`(?:\s*(?:页|頁|ページ|쪽)(?:[\s,，/]*共\s*\d{1,5}\s*[页頁])?)`;
/** A page number alone on a line or in a cell: "48", "- 48 -", "Page 48 of 120", "F-12", "iv", "第 3 页". */
const ALONE = new RegExp(
  String.raw`^[\s–—\[(-]*(?:(?:${WORDS}|第)\.?\s*)?((?:[A-Z]{1,3}|\d{1,2})[-–])?(\d{1,4}|[ivxlc]{1,7})${TOTAL}?${SUFFIX}?[\s–—\])-]*$`,
  "iu",
);
/** A page number within other text, identified by a word. */
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${WORDS})\.?\s{1,9}(\d{1,4}|[ivxlc]{1,7})(?![\p{L}\p{N}]|[.,]\d)`,
  "iu",
);
const SUFFIXED = /(?<!\d)(\d{1,4})\s*(?:页|頁|ページ|쪽)/u;
/** A page number with a total. It is unambiguous even on a single page. */
const COUNTED = new RegExp(String.raw`^(?:${WORDS})\.?\s*(\d{1,4})${TOTAL}$`, "iu");
/** Length check that is cheaper than the pattern. */
const MAX_ALONE_CHARACTERS = 24;
/** Characters that separate the number from the text next to it without a gap. */
const DIVIDER = /(?<!\s)\s+[|•·–—/]\s+/u;
const FIRST = /^(\d{1,4})(?=\s)/u;
const LAST = /(?<=\s)(\d{1,4})$/u;
/** Text before numbers of invoices, tickets and the like. */
const OTHER_NUMBER = /(?:[:#№]|(?<!\p{L})n(?:o|r|º|°)\.?)\s*$/iu;
/** Maximum excess of a number next to other text over its page's position: few covers are left out of the numbering. */
const MAX_EXCESS = 2;
const FIRST_YEAR = 1_900;
const LAST_YEAR = 2_100;
const ROMAN = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

const isAlone = (text: string): boolean => text.length <= MAX_ALONE_CHARACTERS && ALONE.test(text);

/** Whether a line has the form "Page 3 of 9". */
export const isCountedPage = (text: string): boolean => text.length <= MAX_ALONE_CHARACTERS && COUNTED.test(text);

/**
 * Returns the numbers of a line that may be the number of the page at this index. `cells` are the cells of the line.
 */
export function pageNumbers(cells: readonly string[], index: number): PageNumber[] {
  if (cells.length === 1 && isAlone(cells[0]!)) return numberIn(cells[0]!, index, { isAlone: true });
  const found: PageNumber[] = [];
  for (const [position, cell] of cells.entries()) {
    const isOuter = position === 0 || position === cells.length - 1;
    for (const number of numbersInCell(cell, cells[position - 1], isOuter, index)) {
      found.push({
        ...number,
        frame: cells.map((text, other) => (other === position ? number.frame : text)).join(" "),
      });
    }
  }
  return found;
}

function numbersInCell(cell: string, before: string | undefined, isOuter: boolean, index: number): PageNumber[] {
  const named = NAMED.exec(cell) ?? SUFFIXED.exec(cell);
  if (named !== null) return numberAt(cell, named, index, false);
  if (isAlone(cell)) return isOtherNumber(before) ? [] : numberIn(cell, index, { max: index + 1 + MAX_EXCESS });
  if (!isOuter || !/\p{L}/u.test(cell)) return [];
  const parts = cell.split(DIVIDER);
  for (const position of [0, parts.length - 1]) {
    if (parts.length < 2 || !isAlone(parts[position]!)) continue;
    if (isOtherNumber(parts[position - 1])) return [];
    return numberIn(parts[position]!, index, { max: index + 1 + MAX_EXCESS }).map((number) => ({
      ...number,
      frame: parts.map((text, other) => (other === position ? number.frame : text)).join(" | "),
    }));
  }
  const match = FIRST.exec(cell) ?? LAST.exec(cell);
  if (match === null || isOtherNumber(cell.slice(0, match.index))) return [];
  return Number(match[1]) > index + 1 + MAX_EXCESS ? [] : numberAt(cell, match, index, true);
}

const isOtherNumber = (before: string | undefined): boolean => before !== undefined && OTHER_NUMBER.test(before);

function numberAt(cell: string, match: RegExpExecArray, index: number, isWeak: boolean): PageNumber[] {
  const value = valueOf(match[1]!);
  if (value === undefined) return [];
  const start = match.index + match[0].lastIndexOf(match[1]!);
  const frame = `${cell.slice(0, start)}#${cell.slice(start + match[1]!.length)}`;
  return [{ offset: value - index, frame, isAlone: false, isWeak }];
}

function numberIn(
  text: string,
  index: number,
  { isAlone: alone = false, max = Infinity }: { readonly isAlone?: boolean; readonly max?: number },
): PageNumber[] {
  const match = ALONE.exec(text);
  const value = match === null ? undefined : valueOf(match[2]!);
  if (value === undefined || value > max || isYear(value, index)) return [];
  const form = /\d/.test(match![2]!) ? "#" : "i";
  return [{ offset: value - index, frame: `${match![1] ?? ""}${form}`, isAlone: alone, isWeak: false }];
}

/** Whether a number is a year, as in the header of pages for one year each. */
const isYear = (value: number, index: number): boolean =>
  value >= FIRST_YEAR && value <= LAST_YEAR && value - index > FIRST_YEAR / 2;

function valueOf(number: string): number | undefined {
  if (/^\d+$/.test(number)) return Number(number);
  if (!ROMAN.test(number)) return undefined;
  const values = Array.from(number.toLowerCase(), (letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, position) => sum + (value < (values[position + 1] ?? 0) ? -value : value), 0);
}

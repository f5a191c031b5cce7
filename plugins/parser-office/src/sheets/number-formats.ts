import { getFormatFromId, TOKEN_BREAK, TOKEN_LOCALE, TOKEN_TEXT, type Token, tokenize } from "numfmt";
import { AMOUNT, isWord, type NumberSection, readSection } from "./number-section.ts";

/** Number format of a cell style. */
export interface NumberFormat {
  /** Format code for `numfmt`. */
  readonly code: string;
  /** Sections for positive numbers, negative ones and 0, as far as the format distinguishes them. Never empty. */
  readonly sections: readonly NumberSection[];
  /** Whether it adds words to texts. */
  readonly addsToText: boolean;
}

/** Excel's own limit. */
const MAX_CODE_CHARACTERS = 255;
const LAST_BUILT_IN = 81;
const MAX_NUMBER_SECTIONS = 3;
/** Formats whose currency depends on the reader's locale. */
const LOCAL_CURRENCIES = new Set([5, 6, 7, 8, 42, 44]);

export const PLAIN_FORMAT: NumberFormat = { code: "General", sections: [AMOUNT], addsToText: false };

/** Returns a built-in format, which files don't define (ECMA-376, 18.8.30), including those of East Asian versions. */
export function builtInFormat(id: number): NumberFormat {
  if (!Number.isInteger(id) || id <= 0 || id > LAST_BUILT_IN || LOCAL_CURRENCIES.has(id)) return PLAIN_FORMAT;
  return formatOf(getFormatFromId(id));
}

/** Parses a format such as `#,##0.00 "kg";[Red]-#,##0.00 "kg"`. */
export function formatOf(code: string): NumberFormat {
  if (code === "" || code === PLAIN_FORMAT.code) return PLAIN_FORMAT;
  const sections = sectionsOf(tokenize(code.slice(0, MAX_CODE_CHARACTERS)));
  const texts = sections.filter((tokens, index) => isTextSection(tokens) || index >= MAX_NUMBER_SECTIONS);
  const numbers = sections.filter((tokens) => !texts.includes(tokens)).map(readSection);
  return {
    code: sections.map(codeOf).join(";"),
    sections: numbers.length === 0 ? [AMOUNT] : numbers,
    addsToText: texts.some((tokens) => isTextSection(tokens) && tokens.some(isWord)),
  };
}

function sectionsOf(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === TOKEN_BREAK) sections.push([]);
    else sections.at(-1)!.push(token);
  }
  return sections;
}

const isTextSection = (tokens: readonly Token[]): boolean => tokens.some(({ type }) => type === TOKEN_TEXT);

/** Returns a section's code without its locales: a sheet displays numbers in the reader's locale, here English. */
const codeOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => (token.type === TOKEN_LOCALE ? currencyOnly(token.value) : token.raw)).join("");

const currencyOnly = (locale: string): string => {
  const currency = locale.split("-")[0]!;
  return currency === "" ? "" : `[$${currency}]`;
};

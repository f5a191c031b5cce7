import {
  getFormatDateInfo,
  type Token,
  TOKEN_AMPM,
  TOKEN_CHAR,
  TOKEN_COLOR,
  TOKEN_COMMA,
  TOKEN_CONDITION,
  TOKEN_CURRENCY,
  TOKEN_DATETIME,
  TOKEN_DIGIT,
  TOKEN_DURATION,
  TOKEN_ERROR,
  TOKEN_ESCAPED,
  TOKEN_EXP,
  TOKEN_FILL,
  TOKEN_HASH,
  TOKEN_LOCALE,
  TOKEN_MINUS,
  TOKEN_PAREN,
  TOKEN_PERCENT,
  TOKEN_PLUS,
  TOKEN_POINT,
  TOKEN_QMARK,
  TOKEN_SCALE,
  TOKEN_SKIP,
  TOKEN_SLASH,
  TOKEN_SPACE,
  TOKEN_STRING,
  TOKEN_ZERO,
} from "numfmt";

/**
 * Interpretation of a number: an `amount` is the number itself with its currency; `shown` uses the displayed text,
 * because the format carries more information than the number of digits.
 */
export type NumberKind = "amount" | "percent" | "date" | "time" | "shown";

/** One of the semicolon-separated sections of a format. */
export interface NumberSection {
  readonly kind: NumberKind;
  /** Currency sign before or after an amount. */
  readonly prefix: string;
  readonly suffix: string;
  /** Condition that a number must meet, such as `>=` and `1000`. */
  readonly condition: readonly [operator: string, operand: number] | undefined;
}

export const AMOUNT: NumberSection = { kind: "amount", prefix: "", suffix: "", condition: undefined };

const PLACEHOLDERS = new Set<string>([TOKEN_ZERO, TOKEN_HASH, TOKEN_QMARK]);
/** Text displayed literally. */
const LITERALS = new Set<string>([TOKEN_STRING, TOKEN_ESCAPED, TOKEN_CHAR, TOKEN_DIGIT, TOKEN_COMMA, TOKEN_CURRENCY]);
/** Fractions, powers of ten, thousands and millions. */
const CONVERSIONS = new Set<string>([TOKEN_SLASH, TOKEN_EXP, TOKEN_SCALE]);
/** Tokens that separate the digits of a code when they stand between them. */
const SIGNS = new Set<string>([TOKEN_PAREN, TOKEN_MINUS, TOKEN_PLUS]);
/** Tokens that control when and how a section is shown. */
const CONTROLS = new Set<string>([TOKEN_CONDITION, TOKEN_COLOR, TOKEN_LOCALE]);
const BLANKS = new Set<string>([TOKEN_SPACE, TOKEN_SKIP, TOKEN_FILL]);
/** Characters that don't count as text of the format: currency signs, and signs of negative numbers. */
const SIGN_CHARACTERS = /[\s\p{Sc}()+\-–—−]/gu;
const CURRENCY = /\p{Sc}/u;

/** Parses one section of a format. */
export function readSection(tokens: readonly Token[]): NumberSection {
  const kind = kindOf(tokens);
  const currency = kind === "amount" ? currencyOf(tokens) : undefined;
  return { ...AMOUNT, kind, ...currency, condition: conditionOf(tokens) };
}

/** Whether a token is text other than spaces, signs and currencies. */
export const isWord = (token: Token): boolean =>
  LITERALS.has(token.type) && token.value.replace(SIGN_CHARACTERS, "") !== "";

function kindOf(tokens: readonly Token[]): NumberKind {
  const types = new Set<string>(tokens.map(({ type }) => type));
  // The letters of text with a missing quote would be read as days and hours.
  if (types.has(TOKEN_ERROR) && tokens.some(isPlaceholder)) return "amount";
  if (types.has(TOKEN_DURATION)) return "shown";
  if (types.has(TOKEN_DATETIME) || types.has(TOKEN_AMPM)) return isDate(tokens) ? "date" : "time";
  if (showsMoreThanNumber(tokens)) return "shown";
  return types.has(TOKEN_PERCENT) ? "percent" : "amount";
}

function isDate(tokens: readonly Token[]): boolean {
  const { year, month, day, hours, seconds } = getFormatDateInfo(tokens.map(({ raw }) => raw).join(""));
  return year || day || (month && !hours && !seconds);
}

function showsMoreThanNumber(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex(isPlaceholder);
  const last = tokens.findLastIndex(isPlaceholder);
  const number = tokens.slice(first, last + 1);
  return (
    tokens.some((token) => CONVERSIONS.has(token.type) || isWord(token)) ||
    isEmpty(tokens) ||
    (first >= 0 && (isPadded(number) || isGrouped(number)))
  );
}

/** Whether the format is a padded code such as `00000`, whose zeros are significant. */
function isPadded(number: readonly Token[]): boolean {
  const point = number.findIndex(({ type }) => type === TOKEN_POINT);
  const whole = point < 0 ? number : number.slice(0, point);
  return whole.filter(({ type }) => type === TOKEN_ZERO).length > 1;
}

/** Whether the format is a grouped code such as `###-####`. Spaces and commas between thousands don't count. */
const isGrouped = (number: readonly Token[]): boolean =>
  number.some((token) => SIGNS.has(token.type) || (LITERALS.has(token.type) && !isBlank(token))) ||
  number.filter(({ type }) => type === TOKEN_POINT).length > 1;

/**
 * Whether the section is empty or has only spaces, which hides the number. A condition or a colour alone doesn't hide
 * it.
 */
function isEmpty(tokens: readonly Token[]): boolean {
  const content = tokens.filter(({ type }) => !CONTROLS.has(type));
  return content.every(isBlank) && (content.length > 0 || tokens.length === 0);
}

const isPlaceholder = ({ type }: Token): boolean => PLACEHOLDERS.has(type);

const isBlank = (token: Token): boolean =>
  BLANKS.has(token.type) || (LITERALS.has(token.type) && token.value.trim() === "");

function conditionOf(tokens: readonly Token[]): NumberSection["condition"] {
  const value = tokens.find(({ type }) => type === TOKEN_CONDITION)?.value ?? "";
  const [, operator, operand] = /^([<>=]{1,2})(.+)$/.exec(value) ?? [];
  return operator === undefined ? undefined : [operator, Number.parseFloat(operand!)];
}

/** Returns the currency of a section: `"€"#,##0.00`, `[$CHF-807] #,##0`, `#,##0.00\ [$€-1]`, `$#,##0`. */
function currencyOf(tokens: readonly Token[]): { readonly prefix: string; readonly suffix: string } {
  const index = tokens.findIndex((token) => signOf(token) !== "");
  if (index < 0) return { prefix: "", suffix: "" };
  const sign = signOf(tokens[index]!);
  const isBefore = index < tokens.findIndex(isPlaceholder);
  // Currency signs are adjacent to the number, currency codes are separated by a space.
  const blank = isBefore && sign.length === 1 ? "" : " ";
  return isBefore ? { prefix: sign + blank, suffix: "" } : { prefix: "", suffix: blank + sign };
}

function signOf(token: Token): string {
  // `[$-409]` only specifies a language.
  if (token.type === TOKEN_LOCALE) return token.value.split("-")[0]!.trim();
  return LITERALS.has(token.type) ? (CURRENCY.exec(token.value)?.[0] ?? "") : "";
}

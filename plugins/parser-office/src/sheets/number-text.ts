import { cleanLine } from "@quarry/plugin";
import { format as formatValue } from "numfmt";
import type { NumberFormat } from "./number-formats.ts";
import { AMOUNT, type NumberSection } from "./number-section.ts";

const MILLISECONDS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;
/** Day 0 in milliseconds since 1970. 1899-12-30 compensates for the non-existent 29 February 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Days before 1 March 1900 are off by one, for the same reason. */
const FIRST_CORRECT_DAY = 60;
/** 9999-12-31, the last date of a workbook. */
const MAX_SERIAL = 2_958_466;
/** Significant digits of a workbook's numbers. Further ones are binary rounding noise. */
const DIGITS = 15;

/** Maximum length of a cell's text. A format can repeat it a hundred times. */
const MAX_CELL_CHARACTERS = 32_767;
/** Returns empty results for numbers that a format can't display; these are formatted here instead. */
const OPTIONS = { overflow: "", invalid: "" };

/**
 * Formats a stored number for readers: dates in ISO 8601, amounts and percentages with their sign and without rounding
 * noise. For any other format returns the text that the sheet displays.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  const { kind, prefix, suffix } = sectionFor(format.sections, number);
  if (kind === "amount") return prefix + plain(number, value) + suffix;
  if (kind === "percent") return `${plain(number * 100, "")}%`;
  if (kind === "shown" || (kind === "time" && number < 1)) return shownText(number, value, format);
  return number < 0 || number >= MAX_SERIAL ? plain(number, value) : dateOf(number, is1904);
}

/** Returns a text with the words that its format adds around it. */
export function formattedText(text: string, format: NumberFormat | undefined): string {
  if (format === undefined || !format.addsToText || text.length > MAX_CELL_CHARACTERS) return text;
  return cleanLine(tryFormat(text, format) ?? text) || text;
}

/**
 * Returns the section for a number. Without explicit conditions, sections apply to positive numbers, negative numbers
 * and 0.
 */
function sectionFor(sections: readonly NumberSection[], number: number): NumberSection {
  if (sections.length === 1 && sections[0]!.condition === undefined) return sections[0]!;
  if (sections.every(({ condition }) => condition === undefined)) {
    if (number < 0) return sections[1]!;
    return (number === 0 ? sections[2] : undefined) ?? sections[0]!;
  }
  const found = sections.find(({ condition }, index) => {
    if (condition === undefined) return index > 0 || number > 0;
    return meetsCondition(condition, number);
  });
  return found ?? AMOUNT;
}

function meetsCondition([operator, operand]: NonNullable<NumberSection["condition"]>, number: number): boolean {
  if (operator === "<>") return number !== operand;
  return (
    (operator.includes("=") && number === operand) ||
    (operator.includes("<") && number < operand) ||
    (operator.includes(">") && number > operand)
  );
}

/** Returns the displayed text. For a format that hides numbers, 0 is empty and other numbers are returned anyway. */
function shownText(number: number, value: string, format: NumberFormat): string {
  const text = tryFormat(number, format);
  if (text === undefined) return plain(number, value);
  return cleanLine(text) || (number === 0 ? "" : plain(number, value));
}

/** Returns undefined for a format that is invalid, or invalid for this value. */
function tryFormat(value: number | string, { code }: NumberFormat): string | undefined {
  try {
    return formatValue(code, value, OPTIONS);
  } catch {
    return undefined;
  }
}

/**
 * Returns the number without rounding noise. Nearly all numbers are stored in readable form; only others are rounded,
 * which is slow.
 */
const plain = (number: number, value: string): string =>
  isPlain(value) ? value : String(Number(number.toPrecision(DIGITS)));

/** Whether a number consists of digits with an optional sign and an optional point, without a trailing zero. */
function isPlain(value: string): boolean {
  if (value === "" || value.length > DIGITS) return false;
  let hasPoint = false;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code === 0x2e) hasPoint = true;
    else if ((code < 0x30 || code > 0x39) && (code !== 0x2d || index > 0)) return false;
  }
  const last = value.charCodeAt(value.length - 1);
  return !hasPoint || (last !== 0x30 && last !== 0x2e);
}

function dateOf(serial: number, is1904: boolean): string {
  // Day 0 is not a date, only its time is meaningful.
  if (serial < 1 && !is1904) return serial === 0 ? "" : timeOf(serial);
  const seconds = Math.round((serial * MILLISECONDS_PER_DAY) / 1000);
  const offset = !is1904 && serial < FIRST_CORRECT_DAY ? MILLISECONDS_PER_DAY : 0;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + offset + seconds * 1000).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  return time === "00:00:00" ? date : `${date} ${withoutZeroSeconds(time)}`;
}

const timeOf = (fraction: number): string =>
  withoutZeroSeconds(new Date(Math.round(fraction * SECONDS_PER_DAY) * 1000).toISOString().slice(11, 19));

const withoutZeroSeconds = (time: string): string => (time.endsWith(":00") ? time.slice(0, -3) : time);

/** Formats a date stored as text (`t="d"`): 2024-01-31T00:00:00 becomes a day. */
export const isoDateText = (value: string): string =>
  value
    .trim()
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "")
    .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?(?:\.0+)?Z?$/, "$1 $2");

import { cleanLine } from "@quarry/plugin";
import { format as formatValue } from "numfmt";
import type { NumberFormat } from "./number-formats.ts";
import { AMOUNT, type NumberSection } from "./number-section.ts";

const MILLISECONDS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;
/** Day 0 in milliseconds since 1970: 1899-12-30 makes up for the 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Days before 1 March 1900 are one off, for the same reason. */
const FIRST_TRUE_DAY = 60;
/** 9999-12-31, the last date of a workbook. */
const MAX_SERIAL = 2_958_466;
/** Digits of a workbook's numbers; further ones are noise of binary fractions. */
const DIGITS = 15;

/** The longest text of a cell; a format can repeat it a hundred times over. */
const MAX_CELL_CHARACTERS = 32_767;
/** Empty results for numbers that a format can't show; they are formatted here instead. */
const OPTIONS = { overflow: "", invalid: "" };

/**
 * A stored number as people read it: dates in ISO 8601, amounts and per cents with their sign and without noise digits,
 * whatever else a format makes of a number as the sheet shows it.
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

/** A text with the words that its format puts around it. */
export function formattedText(text: string, format: NumberFormat | undefined): string {
  if (format === undefined || !format.addsToText || text.length > MAX_CELL_CHARACTERS) return text;
  return cleanLine(tryFormat(text, format) ?? text) || text;
}

/** Without conditions of their own sections are for positive and negative numbers and 0. */
function sectionFor(sections: readonly NumberSection[], number: number): NumberSection {
  if (sections.length === 1 && sections[0]!.condition === undefined) return sections[0]!;
  if (sections.every(({ condition }) => condition === undefined)) {
    if (number < 0) return sections[1]!;
    return (number === 0 ? sections[2] : undefined) ?? sections[0]!;
  }
  const found = sections.find(({ condition }, index) => {
    if (condition === undefined) return index > 0 || number > 0;
    return holds(condition, number);
  });
  return found ?? AMOUNT;
}

function holds([operator, operand]: NonNullable<NumberSection["condition"]>, number: number): boolean {
  if (operator === "<>") return number !== operand;
  return (
    (operator.includes("=") && number === operand) ||
    (operator.includes("<") && number < operand) ||
    (operator.includes(">") && number > operand)
  );
}

/** A format that hides a number hides it from sight: 0 is no more than that, other numbers are read. */
function shownText(number: number, value: string, format: NumberFormat): string {
  const text = tryFormat(number, format);
  if (text === undefined) return plain(number, value);
  return cleanLine(text) || (number === 0 ? "" : plain(number, value));
}

/** Undefined for a format that makes no sense, or none of this value. */
function tryFormat(value: number | string, { code }: NumberFormat): string | undefined {
  try {
    return formatValue(code, value, OPTIONS);
  } catch {
    return undefined;
  }
}

/** Nearly all numbers are stored as they are read; only those that are not are rounded, which is slow. */
const plain = (number: number, value: string): string =>
  isPlain(value) ? value : String(Number(number.toPrecision(DIGITS)));

/** Whether a number has digits, perhaps a sign, perhaps a point with no zero at its end. */
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
  // Day 0 is none, there is only a time on it.
  if (serial < 1 && !is1904) return serial === 0 ? "" : timeOf(serial);
  const seconds = Math.round((serial * MILLISECONDS_PER_DAY) / 1000);
  const offset = !is1904 && serial < FIRST_TRUE_DAY ? MILLISECONDS_PER_DAY : 0;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + offset + seconds * 1000).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  return time === "00:00:00" ? date : `${date} ${withoutZeroSeconds(time)}`;
}

const timeOf = (fraction: number): string =>
  withoutZeroSeconds(new Date(Math.round(fraction * SECONDS_PER_DAY) * 1000).toISOString().slice(11, 19));

const withoutZeroSeconds = (time: string): string => (time.endsWith(":00") ? time.slice(0, -3) : time);

/** A date that is stored as text (`t="d"`): 2024-01-31T00:00:00 is a day. */
export const isoDateText = (value: string): string =>
  value
    .trim()
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "")
    .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?(?:\.0+)?Z?$/, "$1 $2");

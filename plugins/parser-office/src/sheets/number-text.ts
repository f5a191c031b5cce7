import type { NumberKind } from "./number-formats.ts";

const MILLISECONDS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;
/** Day 0 in milliseconds since 1970: 1899-12-30 makes up for the 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Days before 1 March 1900 are one off, for the same reason. */
const FIRST_TRUE_DAY = 60;
/** 9999-12-31, the last date of a workbook. */
const MAX_SERIAL = 2_958_466;
/** A workbook keeps 15 digits; what follows is noise of binary fractions. */
const DIGITS = 15;

/** A stored number as people read it: dates in ISO 8601, per cents with their sign, no noise digits. */
export function numberText(value: string, kind: NumberKind, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (kind === "percent") return `${plain(number * 100, "")}%`;
  if (kind === "plain" || number < 0 || number >= MAX_SERIAL) return plain(number, value);
  if (kind === "duration") return durationOf(number);
  return kind === "time" && number < 1 ? timeOf(number) : dateOf(number, is1904);
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
  const seconds = Math.round((serial * MILLISECONDS_PER_DAY) / 1000);
  const offset = !is1904 && serial >= 1 && serial < FIRST_TRUE_DAY ? MILLISECONDS_PER_DAY : 0;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + offset + seconds * 1000).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  return time === "00:00:00" ? date : `${date} ${withoutZeroSeconds(time)}`;
}

const timeOf = (fraction: number): string =>
  withoutZeroSeconds(new Date(Math.round(fraction * SECONDS_PER_DAY) * 1000).toISOString().slice(11, 19));

/** Hours go on beyond a day: 27:30. */
function durationOf(days: number): string {
  const seconds = Math.round(days * SECONDS_PER_DAY);
  return withoutZeroSeconds(
    `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`,
  );
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

const withoutZeroSeconds = (time: string): string => (time.endsWith(":00") ? time.slice(0, -3) : time);

/** A date that is stored as text (`t="d"`): 2024-01-31T00:00:00 is a day. */
export const isoDateText = (value: string): string =>
  value
    .trim()
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "")
    .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?(?:\.0+)?Z?$/, "$1 $2");

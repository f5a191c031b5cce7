import type { NumberKind } from "./number-formats.ts";

const MILLISECONDS_PER_DAY = 86_400_000;
/** Day 0 in milliseconds since 1970: 1899-12-30 makes up for the 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31, the last date of a workbook. */
const MAX_SERIAL = 2_958_466;
/** A workbook keeps 15 digits; what follows is noise of binary fractions. */
const DIGITS = 15;

/** A stored number as people read it: dates in ISO 8601, per cents with their sign, no noise digits. */
export function numberText(value: string, kind: NumberKind, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (kind === "percent") return `${plain(number * 100)}%`;
  if (kind === "plain" || number < 0 || number >= MAX_SERIAL) return plain(number);
  return kind === "time" && number < 1 ? timeOf(number) : dateOf(number, is1904);
}

const plain = (number: number): string => String(Number(number.toPrecision(DIGITS)));

function dateOf(serial: number, is1904: boolean): string {
  const seconds = Math.round((serial * MILLISECONDS_PER_DAY) / 1000);
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1000).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  return time === "00:00:00" ? date : `${date} ${time.endsWith(":00") ? time.slice(0, 5) : time}`;
}

function timeOf(fraction: number): string {
  const time = new Date(Math.round(fraction * 86_400) * 1000).toISOString().slice(11, 19);
  return time.endsWith(":00") ? time.slice(0, 5) : time;
}

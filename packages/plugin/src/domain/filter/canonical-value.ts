import type { JsonObject, JsonValue } from "../json.ts";

// Metadata and filters are compared in one canonical form, so that engines need no knowledge of dates or Unicode forms.
// `forEachValue` applies it to indexed values, `parseFilter` to operands, and `compileFilter` to both. Values are
// stored and returned as they were sent.

/** Text below U+0300 is always in NFC: combining marks begin there. */
const MAY_BE_DECOMPOSED = /[\u0300-\uffff]/;

/** Returns the text in Unicode NFC. ASCII and Latin text, by far the most frequent, costs one scan. */
export const composed = (text: string): string => (MAY_BE_DECOMPOSED.test(text) ? text.normalize("NFC") : text);

/**
 * Returns the form in which strings are compared: the moment for an ISO 8601 date or date-time, otherwise the text in
 * NFC. Idempotent. Code-point order of this form is the order of moments.
 */
export const canonicalString = (text: string): string => momentOf(text) ?? composed(text);

/** Returns strings in this form, other values unchanged. */
export const canonicalValue = <Value extends JsonValue>(value: Value): Value =>
  typeof value === "string" ? (canonicalString(value) as Value) : value;

export const isMoment = (text: string): boolean => momentOf(text) !== undefined;

/** Whether a canonical string is a moment, and so may have been sent in another spelling. */
export const isCanonicalMoment = (text: string): boolean => momentOf(text) === text;

/**
 * Length of a moment with time zone and some fractional digits. Longer strings are not moments, which bounds the cost
 * of the check.
 */
const MAX_MOMENT_LENGTH = 64;
const DATE_LENGTH = 10;
const HYPHEN = 0x2d;

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?| (\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Returns the moment of an ISO 8601 date or date-time, as `2024-03-11T04:30:00` or `2024-03-11T04:30:00.5`: in UTC,
 * without `Z` and trailing zeros, so that moments of any precision sort as strings. Undefined for other strings.
 *
 * A date alone is the start of its day; a time without zone is UTC. `24:00` is the start of the next day, and a leap
 * second is the moment after it. The calendar is checked: there is no 30 February.
 */
export const momentOf = (text: string): string | undefined => {
  const { length } = text;
  if (length < DATE_LENGTH || length > MAX_MOMENT_LENGTH) return undefined;
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  const parts = MOMENT.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day] = parts;
  const [hour = "00", minute = "00", second = "00", fraction = "", zone] = parts.slice(4, 9).some(isGiven)
    ? parts.slice(4, 9)
    : parts.slice(9, 14);
  const start = startOfDay(Number(year), Number(month), Number(day));
  const offset = offsetOf(zone);
  if (start === undefined || offset === undefined) return undefined;
  const digits = withoutTrailingZeros(fraction);
  const seconds = secondsOfDay(Number(hour), Number(minute), Number(second), digits, offset);
  if (seconds === undefined) return undefined;
  // Nearly all moments are in UTC already: without a `Date` they cost half (0.8 µs).
  const isOfItsDay = offset === 0 && seconds < SECONDS_PER_DAY && second !== "60";
  const utcTime = isOfItsDay
    ? `${text.slice(0, DATE_LENGTH)}T${hour}:${minute}:${second}`
    : utcOf(start + (seconds - offset * 60) * 1_000);
  if (utcTime === undefined) return undefined;
  return digits === "" ? utcTime : `${utcTime}.${digits}`;
};

const SECONDS_PER_DAY = 86_400;

/** Returns the time as `2024-03-11T04:30:00`; undefined outside years of four digits, the only ones in ISO 8601. */
const utcOf = (milliseconds: number): string | undefined => {
  const moment = new Date(milliseconds);
  const year = moment.getUTCFullYear();
  return year < 0 || year > 9_999 ? undefined : moment.toISOString().slice(0, SECONDS_LENGTH);
};

const isGiven = (part: string | undefined): boolean => part !== undefined;

const SECONDS_LENGTH = 19;

/** Returns milliseconds; undefined for a day that does not exist. */
const startOfDay = (year: number, month: number, day: number): number | undefined => {
  const date = new Date(0);
  // `Date.UTC` maps years below 100 to the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
};

/** Returns minutes; undefined for an offset that no time zone can have. */
const offsetOf = (zone: string | undefined): number | undefined => {
  if (zone === undefined || zone === "Z" || zone === "z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
};

const LAST_MINUTE = 23 * 60 + 59;
const MINUTES_PER_DAY = 1_440;

/** Returns undefined for an invalid time of day. */
const secondsOfDay = (hour: number, minute: number, second: number, fraction: string, offset: number) => {
  if (minute > 59 || second > 60) return undefined;
  const minutes = hour * 60 + minute;
  if (hour > 23 && !(hour === 24 && minute === 0 && second === 0 && fraction === "")) return undefined;
  // Leap seconds are inserted only at the end of a UTC day.
  if (second === 60 && modulo(minutes - offset, MINUTES_PER_DAY) !== LAST_MINUTE) return undefined;
  return minutes * 60 + second;
};

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

const ZERO = 0x30;

const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return digits.slice(0, end);
};

/** Formats a moment for facets: as a date if it is the start of a day, because it usually was sent as one. */
export const shownMoment = (moment: string): string =>
  moment.endsWith("T00:00:00") ? moment.slice(0, DATE_LENGTH) : `${moment}Z`;

const IN_MOMENTS = /^[\dTtZz:., +-]+$/;

/**
 * Whether the text may be part of a date or date-time as sent. `$contains` searches strings as sent, but indexes
 * contain moments in canonical form only: for these texts, the metadata of records with moments decides.
 */
export const mayBePartOfMoment = (part: string): boolean => part.length <= MAX_MOMENT_LENGTH && IN_MOMENTS.test(part);

/**
 * Characters with a second code point in Unicode, through which even an ASCII text can have another spelling: K, ; and
 * `.
 */
const HAS_OTHER_SPELLING = /[K;`\u0080-\uffff]/;

/** Whether a different text may have the same NFC. */
export const mayBeSpeltOtherwise = (text: string): boolean => HAS_OTHER_SPELLING.test(text);

/**
 * Returns the object with its own keys in NFC, or the same object if they already are. Of keys with equal NFC, the
 * first wins.
 */
export const withComposedKeys = (object: JsonObject, keys = Object.keys(object)): JsonObject => {
  if (keys.every((key) => composed(key) === key)) return object;
  const entries = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(object)) {
    if (!entries.has(composed(key))) entries.set(composed(key), value);
  }
  return Object.fromEntries(entries);
};

/**
 * Returns one of the object's own keys that equals another one in NFC, or undefined. Metadata with such keys is
 * rejected: a filter could read only one.
 */
export const equalKey = (object: object): string | undefined => {
  const keys = Object.keys(object);
  if (!keys.some((key) => MAY_BE_DECOMPOSED.test(key))) return undefined;
  const seen = new Set<string>();
  return keys.find((key) => seen.size === seen.add(composed(key)).size);
};

/** Returns the elements of an array in canonical form, or the same array if they already are. */
export const canonicalItems = (items: readonly JsonValue[]): readonly JsonValue[] =>
  items.some((item) => canonicalValue(item) !== item) ? items.map(canonicalValue) : items;

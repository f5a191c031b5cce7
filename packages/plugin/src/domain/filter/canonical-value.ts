import type { JsonObject, JsonValue } from "../json.ts";

// Metadata and filters are compared in one canonical form, so that no engine has to know dates or Unicode forms: `forEachValue`
// gives it of the values that are indexed, `parseFilter` of operands, and `compileFilter` of both. Stored and returned is what
// was sent.

/** Texts below U+0300 are in NFC: combining marks begin there. */
const MAY_BE_DECOMPOSED = /[\u0300-\uffff]/;

/** Unicode NFC. ASCII and Latin text, nearly all there is, costs one scan. */
export const composed = (text: string): string => (MAY_BE_DECOMPOSED.test(text) ? text.normalize("NFC") : text);

/**
 * The form in which strings are compared: of an ISO 8601 date or date-time the moment, of any other text its NFC. Idempotent.
 * The order of moments is the code-point order of this form.
 */
export const canonicalString = (text: string): string => momentOf(text) ?? composed(text);

/** Strings in this form; other values as they are. */
export const canonicalValue = <Value extends JsonValue>(value: Value): Value =>
  typeof value === "string" ? (canonicalString(value) as Value) : value;

export const isMoment = (text: string): boolean => momentOf(text) !== undefined;

/** Whether a canonical string is a moment, so that it may have been sent in another spelling. */
export const isCanonicalMoment = (text: string): boolean => momentOf(text) === text;

/** With time zone and some digits of a second; longer strings are no moments, so that a check has a bound. */
const MAX_MOMENT_LENGTH = 64;
const DATE_LENGTH = 10;
const HYPHEN = 0x2d;

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?| (\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * The moment that an ISO 8601 date or date-time names, as `2024-03-11T04:30:00` or `2024-03-11T04:30:00.5`: in UTC, without
 * the `Z` and zeros at the end, so that moments of any precision are ordered as strings. Undefined for other strings.
 *
 * A date alone is the start of its day, a time without zone is UTC. `24:00` is the start of the next day, and a leap second
 * the moment after it. The calendar holds: there is no 30 February.
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
  // Nearly all moments are of UTC already: without a `Date` they cost half (0.8 µs).
  const isOfItsDay = offset === 0 && seconds < SECONDS_PER_DAY && second !== "60";
  const whole = isOfItsDay
    ? `${text.slice(0, DATE_LENGTH)}T${hour}:${minute}:${second}`
    : utcOf(start + (seconds - offset * 60) * 1_000);
  if (whole === undefined) return undefined;
  return digits === "" ? whole : `${whole}.${digits}`;
};

const SECONDS_PER_DAY = 86_400;

/** `2024-03-11T04:30:00`; undefined beyond years of four digits, which is all that ISO 8601 has. */
const utcOf = (milliseconds: number): string | undefined => {
  const moment = new Date(milliseconds);
  const year = moment.getUTCFullYear();
  return year < 0 || year > 9_999 ? undefined : moment.toISOString().slice(0, SECONDS_LENGTH);
};

const isGiven = (part: string | undefined): boolean => part !== undefined;

const SECONDS_LENGTH = 19;

/** Milliseconds; undefined for a day that the calendar doesn't have. */
const startOfDay = (year: number, month: number, day: number): number | undefined => {
  const date = new Date(0);
  // `Date.UTC` takes years below 100 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
};

/** Minutes; undefined for one that no zone can have. */
const offsetOf = (zone: string | undefined): number | undefined => {
  if (zone === undefined || zone === "Z" || zone === "z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
};

const LAST_MINUTE = 23 * 60 + 59;
const MINUTES_PER_DAY = 1_440;

/** Undefined for a time that no day has. */
const secondsOfDay = (hour: number, minute: number, second: number, fraction: string, offset: number) => {
  if (minute > 59 || second > 60) return undefined;
  const minutes = hour * 60 + minute;
  if (hour > 23 && !(hour === 24 && minute === 0 && second === 0 && fraction === "")) return undefined;
  // Leap seconds are inserted at the end of a day of UTC, and nowhere else.
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

/** A moment as facets show it: a start of a day as the date, which it was in most cases. */
export const shownMoment = (moment: string): string =>
  moment.endsWith("T00:00:00") ? moment.slice(0, DATE_LENGTH) : `${moment}Z`;

const IN_MOMENTS = /^[\dTtZz:., +-]+$/;

/**
 * Whether a date or date-time may have been sent with this part. `$contains` asks for parts of strings as sent, and indexes have
 * moments in canonical form alone: for these parts, the metadata of records with moments decides.
 */
export const mayBePartOfMoment = (part: string): boolean => part.length <= MAX_MOMENT_LENGTH && IN_MOMENTS.test(part);

/** These characters have a second code point in Unicode, so that an ASCII text may be spelt otherwise: K, ; and `. */
const HAS_OTHER_SPELLING = /[K;`\u0080-\uffff]/;

/** Whether another text than this one may have the same NFC. */
export const mayBeSpeltOtherwise = (text: string): boolean => HAS_OTHER_SPELLING.test(text);

/** The object with its own keys in NFC; the same object where they are. Of keys that are equal then, the first is read. */
export const withComposedKeys = (object: JsonObject, keys = Object.keys(object)): JsonObject => {
  if (keys.every((key) => composed(key) === key)) return object;
  const entries = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(object)) {
    if (!entries.has(composed(key))) entries.set(composed(key), value);
  }
  return Object.fromEntries(entries);
};

/** Of an object's own keys, one that is another's in NFC. Metadata with such keys is refused: a filter could read only one. */
export const equalKey = (object: object): string | undefined => {
  const keys = Object.keys(object);
  if (!keys.some((key) => MAY_BE_DECOMPOSED.test(key))) return undefined;
  const seen = new Set<string>();
  return keys.find((key) => seen.size === seen.add(composed(key)).size);
};

/** The elements of an array in canonical form; the same array where they are. */
export const canonicalItems = (items: readonly JsonValue[]): readonly JsonValue[] =>
  items.some((item) => canonicalValue(item) !== item) ? items.map(canonicalValue) : items;

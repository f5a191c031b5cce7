import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalString,
  composed,
  equalKey,
  isMoment,
  mayBePartOfMoment,
  mayBeSpeltOtherwise,
  momentOf,
  shownMoment,
} from "./canonical-value.ts";
import { compareStrings } from "./compare-strings.ts";

/** A time as an exact number of picoseconds, and one way to write it. */
interface Written {
  readonly picoseconds: bigint;
  readonly text: string;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

const written: fc.Arbitrary<Written> = fc
  .record({
    // The range extends a month beyond the four-digit years at either end, because of time zones.
    milliseconds: fc.integer({ min: -62_164_540_800_000, max: 253_400_000_000_000 }),
    picoseconds: fc.integer({ min: 0, max: 999_999_999 }),
    offset: fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
    separator: fc.constantFrom("T", "t", " "),
    mark: fc.constantFrom(".", ","),
    zone: fc.constantFrom("colon", "plain", "hours", "Z", "z", "none"),
    zeros: fc.integer({ min: 0, max: 5 }),
    precision: fc.constantFrom("fraction", "seconds", "minutes"),
  })
  .map(({ milliseconds, picoseconds, offset, separator, mark, zone, zeros, precision }) => {
    const minutes = zone === "hours" ? Math.trunc(offset / 60) * 60 : zone === "colon" || zone === "plain" ? offset : 0;
    const step = { fraction: 1, seconds: 1_000, minutes: 60_000 }[precision];
    const local = Math.floor(milliseconds / step) * step;
    const date = new Date(local);
    const fraction = precision === "fraction" ? picoseconds : 0;
    const digits = `${pad(date.getUTCMilliseconds(), 3)}${pad(fraction, 9)}${"0".repeat(zeros)}`;
    const time = [
      `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`,
      ...(precision === "minutes" ? [] : [`:${pad(date.getUTCSeconds())}`]),
      ...(precision === "fraction" ? [`${mark}${digits}`] : []),
    ].join("");
    const sign = minutes < 0 ? "-" : "+";
    const [hours, rest] = [pad(Math.trunc(Math.abs(minutes) / 60)), pad(Math.abs(minutes) % 60)];
    const suffix = { colon: `${sign}${hours}:${rest}`, plain: `${sign}${hours}${rest}`, hours: `${sign}${hours}` };
    const end = zone === "none" ? "" : zone === "Z" || zone === "z" ? zone : suffix[zone];
    const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
    return {
      picoseconds: BigInt(local - minutes * 60_000) * 1_000_000_000n + BigInt(fraction),
      text: `${day}${separator}${time}${end}`,
    };
  });

describe("timestamps", () => {
  test("compare by instant, regardless of notation", () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        const [a, b] = [momentOf(one.text), momentOf(other.text)];
        expect([one.text, a, other.text, b]).not.toContain(undefined);
        const order = one.picoseconds < other.picoseconds ? -1 : one.picoseconds > other.picoseconds ? 1 : 0;
        expect([one.text, other.text, Math.sign(compareStrings(a!, b!))]).toEqual([one.text, other.text, order]);
      }),
      { numRuns: 20_000 },
    );
  });

  test("have a canonical form that is idempotent and survives the facet display form", () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const moment = momentOf(text)!;
        expect([canonicalString(moment), momentOf(shownMoment(moment))]).toEqual([moment, moment]);
        for (let start = 0; start < text.length; start += 3)
          expect(mayBePartOfMoment(text.slice(start, start + 4))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test("include every valid calendar date and no other", () => {
    for (const year of [0, 1, 4, 100, 400, 1900, 1999, 2000, 2023, 2024, 9999]) {
      for (let month = 0; month <= 13; month += 1) {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [0, 31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0][month]!;
        for (let day = 0; day <= 32; day += 1) {
          const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
          expect([text, isMoment(text)]).toEqual([text, day >= 1 && day <= days]);
        }
      }
    }
  });

  test.each([
    ["2024-12-31T24:00:00Z", "2025-01-01T00:00:00"],
    ["2024-02-28T24:00", "2024-02-29T00:00:00"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00"],
    ["2017-01-01T08:59:60.5+09:00", "2017-01-01T00:00:00.5"],
    ["2024-03-11T05", "2024-03-11T05:00:00"],
    ["2024-03-11T00:00:00-00:00", "2024-03-11T00:00:00"],
    ["0001-01-01T00:00:00+01:00", "0000-12-31T23:00:00"],
  ])("%s normalizes to %s", (text, moment) => expect(momentOf(text)).toBe(moment));

  test.each([
    ..."2024 2024-03 2024-3-1 20240311 2024-W11-1 2024-071 24-03-11 +2024-03-11 -2024-03-11 12024-03-11".split(" "),
    ...["2024-03-11T", "2024-03-11 5", "2024-03-11T5:00", "2024-03-11T05:00:00.", "2024-03-11T05:00:00.5.5"],
    ...["2024-03-11T25:00", "2024-03-11T24:01", "2024-03-11T24:00:00.1", "2024-03-11T05:60", "2024-03-11T05:30:60Z"],
    ...["2024-03-11T05:00+24:00", "2024-03-11T05:00+05:60", "2024-03-11T05:00+5", "2024-03-11T05:00 Z", "2024-03-11Z"],
    ...["0000-01-01T00:00:00+01:00", "9999-12-31T23:00:00-01:00", " 2024-03-11", "2024-03-11 ", "2024-03-11\n"],
    ...["２０２４-03-11", `2024-03-11T05:00:00.${"5".repeat(60)}`, "2024/03/11", "11.03.2024"],
  ])("%j is an ordinary string, not a timestamp", (text) =>
    expect([momentOf(text), canonicalString(text)]).toEqual([undefined, text]),
  );
});

describe("Unicode", () => {
  test("strings are canonicalized to NFC, exactly as String.prototype.normalize does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(composed(text)).toBe(text.normalize("NFC"));
        expect(canonicalString(text.normalize("NFD"))).toBe(canonicalString(text));
      }),
      { numRuns: 5_000 },
    );
  });

  // An ASCII path is looked up by its key alone, so it must have no other spelling.
  test("NFC turns no code point into ASCII except the known ones", () => {
    for (let point = 0x80; point <= 0x10_ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const normal = String.fromCodePoint(point).normalize("NFC");
      // eslint-disable-next-line no-control-regex
      if (/[\u0000-\u007f]/.test(normal)) expect([normal, mayBeSpeltOtherwise(normal)]).toEqual([normal, true]);
    }
    for (let point = 0; point < 0x300; point += 1) {
      const text = String.fromCodePoint(point);
      expect(text.normalize("NFC")).toBe(text);
    }
  });

  test("equalKey returns the second of two keys with the same canonical form", () => {
    const decomposed = "é".normalize("NFD");
    expect(equalKey({ a: 1, é: 2, b: 3, [decomposed]: 4 })).toBe(decomposed);
    expect(equalKey({ a: 1, é: 2, e: 3 })).toBeUndefined();
  });
});

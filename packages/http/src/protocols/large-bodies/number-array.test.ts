import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberArrayReader, UNFINISHED, UNSUITABLE } from "./number-array.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const read = (text: string): readonly number[] | number => {
  const bytes = bytesOf(text);
  const reader = new NumberArrayReader(bytes);
  const after = reader.read(1, bytes.length);
  return after < 0 ? after : [...reader.numbers];
};

const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(""));

/** Any number that JSON can express, usually with more digits than anyone would write. */
const jsonNumber = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      fc.constant("0"),
      digits(24).map((all) => all.replace(/^0+(?=.)/, "")),
    ),
    fc.option(digits(30), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.integer({ min: 0, max: 45 }))),
  )
  .map(
    ([sign, whole, fraction, exponent]) => sign + whole + (fraction ? `.${fraction}` : "") + (exponent ?? []).join(""),
  );

const anyNumber = fc.oneof(
  jsonNumber,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.float().map(String),
);

test("returns the numbers of JSON.parse rounded to float32, or UNSUITABLE", () => {
  fc.assert(
    fc.property(
      fc.array(anyNumber, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(",", " ,", ", ", "\n,\t"),
      (all, comma) => {
        const text = `[${all.join(comma)}]`;
        let expected: readonly number[] | undefined;
        try {
          expected = (JSON.parse(text) as number[]).map(Math.fround);
        } catch {
          expected = undefined;
        }
        expect(read(text)).toEqual(expected?.every(Number.isFinite) === true ? expected : UNSUITABLE);
      },
    ),
    { numRuns: 3_000 },
  );
});

// Tests the midpoint between two float32 values, and one double-precision ulp next to it: here the last digit decides.
test("rounds correctly at the midpoint between float32 values", () => {
  const neighbours = fc.float({
    noNaN: true,
    noDefaultInfinity: true,
    min: Math.fround(1e-30),
    max: Math.fround(1e30),
  });
  fc.assert(
    fc.property(neighbours, fc.integer({ min: -3, max: 3 }), (value, steps) => {
      const bits = new BigInt64Array(new Float64Array([value]).buffer);
      const middle = new Float64Array(BigInt64Array.of(bits[0]! + 0x1000_0000n + BigInt(steps)).buffer)[0]!;
      for (const text of [String(middle), middle.toPrecision(21), middle.toExponential(20)]) {
        expect(read(`[${text}]`), text).toEqual([Math.fround(middle)]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("every proper prefix of an array is unfinished", () => {
  const text = "[ -0.25 , 12.5e-3,0,1234567890.12345678901234567890,7E+2 ]";
  for (let length = 1; length < text.length; length += 1) expect(read(text.slice(0, length))).toBe(UNFINISHED);
  expect(read(text)).toEqual([-0.25, Math.fround(0.0125), 0, Math.fround(1234567890.1234567), 700]);
});

test.each([
  "[]",
  "[01]",
  "[1.]",
  "[.5]",
  "[+1]",
  "[1,]",
  "[1 2]",
  "[-]",
  "[1e]",
  '["1"]',
  "[null]",
  "[[1]]",
  "[1}",
  "[1e39]",
  "[NaN]",
  "[0x1]",
])("%s is unsuitable", (text) => expect(read(text)).toBe(UNSUITABLE));

test("a zero retains its sign", () => {
  expect(read("[-0,0,-0.0e7]")).toEqual([-0, 0, -0]);
});

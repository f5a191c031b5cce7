import * as fc from "fast-check";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { describe, expect, it } from "vitest";
import { asciiWordEnd } from "./ascii-words.ts";
import { countSegmentTokens } from "./o200k.ts";

/** Checks every match of the pattern. Returns the number of reported matches. */
const compare = (text: string): number => {
  let [at, reported] = [0, 0];
  for (const match of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) {
    const end = asciiWordEnd(text, at, text.length);
    if (end >= 0) reported += 1;
    // A separate expectation for each would take most of the time.
    if (end >= 0 && end !== at + match.length) expect([text, at, end]).toEqual([text, at, at + match.length]);
    at += match.length;
  }
  return reported;
};

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

describe("ASCII words", () => {
  it("end where the split pattern ends a match, after any three characters", () => {
    let reported = 0;
    for (const first of ["a", "B", "7", " ", "\n", "\t", ".", "/", "'"]) {
      for (const second of ascii) for (const third of ascii) reported += compare(`${first}${second}${third}`);
    }
    expect(reported).toBeGreaterThan(128 * 128 * 9);
  });

  it.each(["aB's \n\r\t./7é", "stlvermdTLVERMD' '7", " \n\r\tx.", "a7. \u3000\u0301\u00a0²"])(
    "end there in any text of %j, with runs of various lengths",
    (alphabet) => {
      const run = fc.tuple(fc.constantFrom(...alphabet), fc.constantFrom(1, 1, 1, 2, 3, 63, 64, 65));
      const text = fc
        .array(run, { maxLength: 12 })
        .map((runs) => runs.map(([one, times]) => one.repeat(times)).join(""));
      fc.assert(
        fc.property(text, (any) => void compare(any)),
        { numRuns: 2_000 },
      );
    },
  );

  it("are one token each if they are one byte or up to three digits", () => {
    for (const character of ascii) expect(countSegmentTokens(character)).toBe(1);
    for (let number = 0; number < 1_000; number++) {
      for (const digits of [1, 2, 3])
        expect(countSegmentTokens(String(number).padStart(digits, "0").slice(-digits))).toBe(1);
    }
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText, Phrase, plainWords } from "./index.ts";

const WORDS =
  "the Running shoes don't U.S.A. 3.14 1,234 ERR-4012 C++ getUserName foo_bar.baz Straße naïve không x 東京都庁 ภาษาไทย a@b.com élan 한국어로".split(
    " ",
  );
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
const gap = fc.constantFrom(" ", "  ", "\n", ", ", " - ", ": ");

describe("Phrase", () => {
  it.each([
    ["running shoes", "New RUNNING\nshoes!", true],
    ["running shoes", "a running shoe", false],
    ["running shoes", "running in shoes", false],
    ["run", "running", false],
    ["to be or not", "To be, or not to be", true],
    ["naive cafe", "the naïve café", true],
    ["foo bar", "call foo_bar()", true],
    ["ERR-4012", "err 4012", true],
    ["ERR-4012", "ERR-40123", false],
    ["京都", "東京都庁", true],
    ["京庁", "東京都庁", false],
    ["khong", "không", false],
    ["soft hyphen", "soft hy\u00adphen", true],
  ])("%j in %j: %j", (phrase, text, expected) => {
    expect(new Phrase(phrase).isIn(plainWords(text))).toBe(expected);
  });

  it("is found in every text that contains it, and its terms are among those of the text", () => {
    fc.assert(
      fc.property(words, words, words, gap, (before, phrase, behind, space) => {
        // Alone between numbers it is their sign, for which the index has no term: see below.
        fc.pre(phrase.some((word) => word !== "x"));
        const requested = new Phrase(phrase.join(" "));
        const text = [...before, phrase.join(space), ...behind].join(" ");
        expect(requested.isIn(plainWords(text))).toBe(true);
        const terms = new Set(indexText(text, new Set()).terms);
        for (const term of requested.terms) expect(terms).toContain(term);
        expect(requested.terms.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it("x is a term of every text except between numbers only", () => {
    expect(new Phrase("x").terms).toEqual(["x"]);
    expect(indexText("brand x, 2 x 4", new Set()).terms).toContain("x");
    expect(indexText("1,234 x 1,234", new Set()).terms).not.toContain("x");
    expect(new Phrase("4 x 5").isIn(plainWords("3 x 4 x 5"))).toBe(true);
  });

  // Regression: `"2024-03"` was searched as a single term, which a text with `2024-03-15` does not contain.
  it.each([
    ["2024-03", "on 2024-03-15"],
    ["1-800", "call 1-800-555-0199"],
    ["be or", "to-be-or-not"],
    ["v1.2", "v1.2.3"],
    ["c++", "c++ and c"],
  ])("%j in %j: the phrase's terms are among those of the text", (phrase, text) => {
    expect(new Phrase(phrase).isIn(plainWords(text))).toBe(true);
    const terms = new Set(indexText(text, new Set()).terms);
    expect(new Phrase(phrase).terms.filter((term) => !terms.has(term))).toEqual([]);
  });

  it("handles a long text of one repeated character", () => {
    expect(new Phrase("aa").isIn(plainWords("a".repeat(200_000)))).toBe(false);
    expect(new Phrase("a a").isIn(plainWords("a ".repeat(200_000)))).toBe(true);
    const halves = plainWords(`${"a ".repeat(100_000)}b ${"a ".repeat(100_000)}`);
    expect(new Phrase(`b ${"a ".repeat(100_000)}`).isIn(halves)).toBe(true);
    expect(new Phrase(`${"a ".repeat(100_001)}b`).isIn(halves)).toBe(false);
    expect(new Phrase("a ".repeat(50_000) + "b").isIn(halves)).toBe(true);
  });

  it("finds long phrases exactly where they occur", () => {
    const few = fc.array(fc.constantFrom("a", "b", "aa"), { minLength: 30, maxLength: 90 });
    fc.assert(
      fc.property(few, few, fc.nat(40), (text, phrase, cut) => {
        const words = plainWords(text.join(" "));
        expect(new Phrase(text.slice(cut).join(" ")).isIn(words)).toBe(true);
        const requested = phrase.join(" ");
        expect(new Phrase(requested).isIn(words)).toBe(` ${text.join(" ")} `.includes(` ${requested} `));
      }),
    );
  });
});

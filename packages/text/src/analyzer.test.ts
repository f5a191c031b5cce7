import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze, analyzeWords, queryTerms } from "./analyzer.ts";
import { joinedNumber } from "./joined-number.ts";

describe("analyze", () => {
  it.each([
    ["Running runners RAN", "run runner ran"],
    ["high-speed two-dimensional", "high speed two dimension"],
    ["ERR-4012", "err-4012 err 4012"],
    ["C++ and C#, not C", "c++ c and c# c not c"],
    ["foo_bar.baz", "foo_bar.baz foo bar baz"],
    ["getUserName", "getusernam get user name"],
    ["don't O'Neil's l’avion", "don o neil l avion"],
    ["U.S.A. AT&T", "usa at&t at t"],
    ["1,234,567.89 and 3.14", "1234567.89 and 3.14"],
    ["v1.2.3 2021-05-12", "v1.2.3 v1 2 3 2021-05-12 2021 05 12"],
    ["john.doe@example.com", "john.doe@example.com john doe exampl com"],
    ["https://example.com/guide?a=b", "http example.com exampl com guid a b"],
    ["café naïve straße fjord Ærø", "cafe naiv strass fjord aero"],
    ["không Việt Nam là đường", "không việt nam là đường"],
    ["我爱北京。水", "我爱 爱北 北京 水"],
    ["カタカナ ﾊﾝｶｸ 한국어", "カタ タカ カナ ハン ンカ カク 한국 국어"],
    ["ภาษาไทย", "ภา าษ ษา าไ ไท ทย"],
    ["𠮷野家", "𠮷野 野家"],
    ["قُمَّة ёж νέο", "قمه еж νεο"],
    ["soft\u00adhyphen ＦＵＬＬ ﬁne", "softhyphen full fine"],
    ["🙂 … — \u0301", "🙂"],
  ])("returns the terms of %j", (text, expected) => {
    expect(analyze(text).join(" ")).toBe(expected);
  });

  it.each(["a", "a-", "aB", "1,", "a'", "é", "中", "\ud800", "x@"])("bounds the terms of a megabyte of %j", (unit) => {
    const terms = analyze(unit.repeat(1_000_000 / unit.length));
    expect(terms.every((term) => term.length > 0 && term.length <= 64)).toBe(true);
  });

  it("returns the same terms for a query as for a text, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const terms = analyze(text);
        const words = terms.filter((term) => !term.startsWith("~"));
        expect(words).toEqual(analyzeWords(text));
        expect(terms.every((term) => term.length > 0 && term.length <= 64)).toBe(true);
        const numbers = new Set(terms.map(joinedNumber));
        for (const term of queryTerms(text).keys()) if (!numbers.has(term)) expect(terms).toContain(term);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("queryTerms", () => {
  it("counts each term, without stop words", () => {
    expect([...queryTerms("What is the speed of the speeding train?")]).toEqual([
      ["speed", 2],
      ["train", 1],
    ]);
  });

  it("includes stop words if the query has nothing else", () => {
    expect([...queryTerms("to be or not to be").keys()]).toEqual(["to", "be", "or", "not"]);
    expect(queryTerms("?!").size).toBe(0);
  });
});

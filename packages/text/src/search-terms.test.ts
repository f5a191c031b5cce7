import { describe, expect, it } from "vitest";
import { indexText, searchTerms } from "./index.ts";

const termsOf = (query: string): string =>
  [...searchTerms(query).terms].map(([term, count]) => (count === 1 ? term : `${term}*${count}`)).join(" ");

describe("searchTerms", () => {
  it.each([
    ["What is the speed of the speeding train?", "speed*2 train"],
    ["to be or not to be", "to*2 be*2 or not"],
    ["ERR-4012", "err-4012*3 err 4012"],
    ["C++ or C#", "c++*2 c*2 c#*2"],
    [".NET", "net .net*2"],
    ["foo_bar.baz", "foo_bar.baz*4 foo bar baz"],
    ["v1.2.3", "v1.2.3*4 v1 2 3"],
    ["john.doe@example.com", "john.doe@example.com*5 john exampl com"],
    ["getUserName", "getusernam*4 get user name"],
    ["std::vector", "std vector std::vector*3"],
    ["https://www.example.com/a?b=c.", "http www.example.com*4 www exampl com b c example.com/a?b=c*6 example.com/a*4"],
    ['"to be" hamlet', "to be hamlet"],
    // Regression: adjacent names with numbers were weighted as one code, which no text contains, and all scores fell to
    // a quarter.
    ["x86 arm64 builds", "x86 arm64 build"],
    ["python3 django4", "python3 django4"],
    ["covid19 2021", "covid19 2021"],
    ["973–1048 CE", "973 1048 ce"],
    ["iso9001:2015", "iso9001 2015 9001"],
    ["ab12 cd34 ef56 gh78", "ab12 cd34 ef56 gh78 ab12cd34ef56gh78*5"],
    ["k1a 0b1 7b9c2", "k1a 0b1 7b9c2 k1a0b17b9c2*4"],
  ])("%j is searched by the terms %s", (query, expected) => {
    expect(termsOf(query)).toBe(expected);
  });

  it.each([
    ['"exact phrase" and "another one"', 2],
    ["“typographic” „Anführung“ „quotes”", 3],
    ['an "unbalanced quote', 0],
    ['5" pipe, 7" pipe', 0],
    ['"" "?!" " "', 0],
    ['("in brackets"), "first"', 2],
    ["«entre guillemets», « avec espaces » et »umgekehrt«", 3],
    // Regression: next to characters of scripts without spaces, quotation marks were plain text.
    ['查找"北京大学"的历史和“清华大学”的', 2],
    ['หา"กรุงเทพ"ให้', 1],
    ["「東京タワー」の高さ", 0],
    ['"', 0],
  ])("%j has %i phrases", (query, count) => {
    expect(searchTerms(query).phrases.length).toBe(count);
  });

  it("returns the same terms for codes in a query as in a text", () => {
    const text =
      "See /etc/hosts, .NET, C:\\Users\\me, src/index.ts; https://example.com/guide?a=b and std::vector (ERR-4012).";
    const terms = new Set(indexText(text, new Set()).terms);
    for (const code of [
      "/etc/hosts",
      ".NET",
      "C:\\Users\\me",
      "src/index.ts",
      "example.com/guide?a=b",
      "std::vector",
    ]) {
      expect([...searchTerms(code).terms.keys()].every((term) => terms.has(term))).toBe(true);
    }
  });

  // Regression: `a.` and an unmatched opening mark took quadratic time, 18 s for a query of 32,000 characters.
  it.each(["/", "a/", "::", "a::", "\\a", ".a", " .a", "a.", "a", "http://", "http://a/", "/!", '"a', '"a ', '"a" '])(
    "bounds the terms of long repetitions of %j",
    (unit) => {
      const terms = [...searchTerms(`${unit.repeat(400_000 / unit.length)}/`).terms.keys()];
      expect(terms.every((term) => term.length > 0 && term.length <= 64)).toBe(true);
    },
  );
});

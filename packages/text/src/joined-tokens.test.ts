import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedTokens } from "./joined-tokens.ts";
import { countTokens } from "./tokenizer.ts";

const piece = fc.constantFrom(
  ...[
    "a",
    "Word",
    "7",
    "1234",
    " ",
    "  ",
    "\n",
    "\t",
    "\r\n",
    ".",
    "/",
    ")",
    "'s",
    "don't",
    "é",
    "中文",
    "。",
    "\u3000",
    "🙂",
  ],
);
const part = fc.record({
  gap: fc.constantFrom("", "", "\n", "\n\n"),
  text: fc.array(piece, { minLength: 1, maxLength: 8 }).map((segments) => segments.join("")),
});
const counted = ({ gap, text }: { readonly gap: string; readonly text: string }) => {
  return { gap, text, tokens: countTokens(text) + (gap === "" ? 0 : 1), isExact: true };
};

describe("the token count of joined parts", () => {
  it("equals that of their text, wherever it is known", () => {
    let reported = 0;
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map((each, index) => (index === 0 ? each.text : each.gap + each.text)).join("");
        const tokens = joinedTokens(parts.map(counted));
        if (tokens !== undefined) reported++;
        expect(tokens ?? countTokens(text.trim())).toBe(countTokens(text.trim()));
      }),
      { numRuns: 3_000 },
    );
    expect(reported).toBeGreaterThan(1_000);
  });

  it.each([
    ["sentences", ["The pump (see below) is old.", " It runs.", " It's loud!"], ""],
    ["rows that end in a sign", ["1 | one.", "2 | two)", "/3 | three"], "\n"],
    ["paragraphs", ["One. And two", "Three:", "four"], "\n\n"],
  ])("is known for %s", (_, texts, gap) => {
    const tokens = joinedTokens(texts.map((text) => counted({ gap, text })));
    expect(tokens).toBe(countTokens(texts.join(gap)));
  });

  it("is unknown if a part's own count is inexact or if the parts form one word", () => {
    const inexact = { ...counted({ gap: "", text: "abc def" }), isExact: false };
    expect(joinedTokens([counted({ gap: "", text: "one two" }), inexact])).toBeUndefined();
    const letters = ["ab", "cd", "ef"].map((text) => counted({ gap: "", text }));
    expect(joinedTokens(letters)).toBeUndefined();
  });
});

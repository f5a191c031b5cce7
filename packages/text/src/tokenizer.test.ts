import * as fc from "fast-check";
import { countTokens as countByLibrary } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens, countTokensIn } from "./tokenizer.ts";

// The library treats U+FEFF as absent while merging (its TextDecoder drops it). tiktoken has a token for it, and so
// does this tokenizer.
const BYTE_ORDER_MARK = /\ufeff/g;
const reference = (text: string): number => countByLibrary(text, { disallowedSpecial: new Set() });
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      "B",
      "'",
      "s",
      " ",
      "\n",
      "\r",
      "\t",
      ".",
      "/",
      "7",
      "é",
      "中",
      "。",
      "“",
      "\u3000",
      "\u00a0",
      "\u0301",
      "🙂",
      "\ud800",
    ),
  }),
);

describe("countTokens", () => {
  it.each([
    // Counts from OpenAI's cookbook, "How to count tokens with tiktoken", column o200k_base.
    ["antidisestablishmentarianism", 6],
    ["2 + 2 = 4", 7],
    ["お誕生日おめでとう", 8],
    ["tiktoken is great!", 6],
    ["", 0],
  ])("counts %j as %i tokens", (text, expected) => {
    expect(countTokens(text)).toBe(expected);
  });

  it("counts the text of special tokens as ordinary characters", () => {
    const text = "before <|endoftext|> after <|fim_prefix|><|im_start|>";
    expect(countTokens(text)).toBe(reference(text));
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("matches the library on any text", () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const text = raw.replace(BYTE_ORDER_MARK, "");
        expect(countTokens(text)).toBe(reference(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(["a", "Ab", "中文", "e\u0301", "=-", " ", "\n", "xyzzy1"])(
    "matches the library on 400 repetitions of %j",
    (unit) => {
      expect(countTokens(unit.repeat(400))).toBe(reference(unit.repeat(400)));
    },
  );

  it("counts a megabyte without a space", () => {
    // Eight letters "a" are one token of the vocabulary; quadratic merging would run for minutes here.
    expect(countTokens("a".repeat(1_000_000))).toBe(125_000);
    expect(countTokens("中".repeat(1_000_000))).toBe(1_000_000);
    expect(countTokens(" ".repeat(1_000_000))).toBeGreaterThan(0);
  });
});

describe("countTokensIn", () => {
  it("returns the same counts when its cache overflows", () => {
    const words = Array.from({ length: 70_000 }, (_, index) => ` word${index}`);
    const first = countTokens(words.join(""));
    expect(countTokens(words.join(""))).toBe(first);
    expect(first).toBe(reference(words.join("")));
  });

  it("stops counting above the given bound", () => {
    const text = "one two three ".repeat(1000);
    const stopped = countTokensIn(text, 0, text.length, 10);
    expect(stopped).toBeGreaterThan(10);
    expect(stopped).toBeLessThan(20);
  });

  it("counts of ranges that meet before a space add up", () => {
    const text = "The quick (brown) fox;\n\njumps over/under it, doesn't it?";
    for (let cut = 1; cut < text.length; cut++) {
      if (text[cut] !== " ") continue;
      const sum = countTokensIn(text, 0, cut) + countTokensIn(text, cut, text.length);
      expect(sum).toBe(countTokens(text));
    }
  });
});

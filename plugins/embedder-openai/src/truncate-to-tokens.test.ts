import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { expect, test } from "vitest";
import { cutToTokens } from "./truncate-to-tokens.ts";

const LIMIT = 500;

test.each([
  ["English", "Herons stand in shallow water and wait for fish. "],
  ["Malayalam", "കൊക്കുകൾ ആഴം കുറഞ്ഞ വെള്ളത്തിൽ നിന്ന് മീനിനായി കാത്തിരിക്കുന്നു. "],
  ["Chinese, without spaces", "苍鹭站在浅水中等待鱼儿。"],
  ["lines", "1\n\n\n\t2\n"],
  ["numbers", "3.14159 2718281828 "],
  ["emoji", "👨‍👩‍👧‍👦🇩🇪 "],
])("%s is truncated to the token limit, and not far below it", async (_, sentence) => {
  const text = sentence.repeat(400);
  const [retained] = await cutToTokens([text], LIMIT);
  expect(text.startsWith(retained!)).toBe(true);
  expect(countTokens(retained!)).toBeLessThanOrEqual(LIMIT);
  expect(countTokens(retained!)).toBeGreaterThan(LIMIT * 0.7);
  expect(retained!.isWellFormed()).toBe(true);
});

test("a text within the limit is unchanged, even with long runs of spaces or words", async () => {
  const texts = ["", "short", " ".repeat(2_000), "water ".repeat(300)];
  expect(await cutToTokens(texts, LIMIT)).toEqual(texts);
});

test("a million letters without a space are truncated to the token limit", async () => {
  const [retained] = await cutToTokens(["x".repeat(1_000_000)], LIMIT);
  expect(retained!.length).toBeGreaterThan(LIMIT);
  expect(countTokens(retained!)).toBeLessThanOrEqual(LIMIT);
});

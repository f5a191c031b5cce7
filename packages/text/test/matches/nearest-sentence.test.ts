import { expect, test } from "vitest";
import { SentenceMatcher } from "../../src/matches/nearest-sentence.ts";

const nearest = (text: string, query: string, length = 200): string => {
  const { start, end } = new SentenceMatcher(query).nearestIn(text, length);
  return text.slice(start, end);
};

const TEXT =
  '"\nThe harbour opens at six. In winter it opens at eight, and closes early.\n' +
  "Caf\u00e9s near the harbour are closed on Mondays. The harbour, the harbour office and the harbour master are one.";

test.each([
  ["when does the harbor open in winter", "In winter it opens at eight, and closes early."],
  ["cafe on a Monday", "Caf\u00e9s near the harbour are closed on Mondays."],
  ["who is the master of the harbour", "The harbour, the harbour office and the harbour master are one."],
])("returns the sentence that shares the most with the query, favoring rare words: %s", (query, expected) => {
  expect(nearest(TEXT, query)).toBe(expected);
});

test("supports scripts without spaces", () => {
  expect(nearest("今天天气很好。我在北京大学读书。他不在。", "北京的大学")).toBe("我在北京大学读书。");
});

test("returns the beginning of a long sentence, and of a text that has no word of the query", () => {
  expect(nearest(TEXT, "harbour master", 30)).toBe("The harbour, the harbour");
  expect(nearest("Herons stand still. Boats go by.\n", "xylophone", 25)).toBe("Herons stand still. Boats");
  expect(nearest("", "xylophone")).toBe("");
});

import { expect, test } from "vitest";
import { markPattern } from "./mark-pattern.ts";

/** Takes a text with brackets around the matches, and returns what the pattern marks in a line. */
const marked = (fragment: string, line: string): string => {
  const matches: { start: number; end: number }[] = [];
  let text = "";
  for (const segment of fragment.split(/(?=\[)|(?<=\])/)) {
    const start = [...text].length;
    text += segment.replaceAll(/[[\]]/g, "");
    if (segment.startsWith("[")) matches.push({ start, end: [...text].length });
  }
  return line.replace(markPattern([{ text, matches }] as never), (found) => `<${found}>`);
};

test.each([
  [
    "words, and not where they are parts of others",
    "a [cat] and a [C]",
    "cat, category, bobcat, C, CC",
    "<cat>, category, bobcat, <C>, CC",
  ],
  [
    "parts of words, where they are parts",
    "the [Arbeit]szeit",
    "Arbeit, Arbeitszeit, Mitarbeit",
    "<Arbeit>, <Arbeit>szeit, Mitarbeit",
  ],
  ["words of a phrase that is wrapped", "the [last ferry] back", "last", "<last>"],
  ["the longer of two that begin alike, whatever they are made of", "[C] and [C++]", "C++ and C", "<C++> and <C>"],
  ["scripts without spaces, and characters of two units", "𠮷野[北京]大学", "在北京的北京", "在<北京>的<北京>"],
  ["nothing", "nothing", "nothing at all", "nothing at all"],
])("%s", (_, fragment, line, expected) => {
  expect(marked(fragment, line)).toBe(expected);
});

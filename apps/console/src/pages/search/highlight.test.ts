import { expect, it } from "vitest";
import { fragmentSegments, type Segment, textSegments } from "./highlight.ts";

const marked = (segments: readonly Segment[]) =>
  segments.map((segment) => (segment.isHit ? `[${segment.text}]` : segment.text)).join("");

const FRAGMENT = {
  text: "𠮷野家 opens (at) eight",
  offset: 4,
  matches: [
    { start: 0, end: 3 },
    { start: 10, end: 14 },
  ],
};

it("marks the matched characters of a fragment", () => {
  expect(marked(fragmentSegments(FRAGMENT))).toBe("[𠮷野家] opens [(at)] eight");
  expect(marked(fragmentSegments({ text: "nothing", offset: 0, matches: [] }))).toBe("nothing");
});

it("marks the same matches in the whole text, and loses none of the text", () => {
  const text = "at6 𠮷野家 opens (at) eight, shut(at) (at).\n";
  expect(marked(textSegments(text, [FRAGMENT]))).toBe("at6 [𠮷野家] opens [(at)] eight, shut(at) [(at)].\n");
  const catalog = { text: "cat food", offset: 8, matches: [{ start: 0, end: 3 }] };
  expect(marked(textSegments("Cat, ca|cat food, category, bobcat, a cat", [catalog]))).toBe(
    "Cat, ca|[cat] food, category, bobcat, a [cat]",
  );
  expect(marked(textSegments(text, []))).toBe(text);
});

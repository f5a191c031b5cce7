import { expect, test } from "vitest";
import { cleanBlock } from "./clean-block.ts";
import { cleanLine, cleanText } from "./clean-text.ts";

const box = { x0: 0, y0: 0, x1: 1, y1: 1 };
const trimmed = (text: string): string => cleanText(text).trim();

test("line starts still match their text after characters are removed", () => {
  const text = "  \u0007one\u0000 two\u0000 \n three ";
  const lines = ["one", "two", "three"].map((word) => ({ start: text.indexOf(word), ...box }));
  for (const clean of [trimmed, cleanLine]) {
    const block = cleanBlock({ kind: "paragraph", text, lines } as const, clean);
    expect(block.text).toBe(clean(text));
    // White space between two lines can belong to either.
    const begun = block.lines!.map(({ start }) => block.text.slice(start).trimStart());
    expect(begun.map((rest) => rest.match(/^\w+/)?.[0])).toEqual(["one", "two", "three"]);
  }
});

test("a line with no remaining text is removed", () => {
  const text = "one\u0000\u0000\u0000two";
  const lines = [0, 3, 4, 6].map((start) => ({ start, ...box }));
  expect(cleanBlock({ text, lines }, trimmed).lines?.map(({ start }) => start)).toEqual([0, 3]);
  expect(cleanBlock({ text: "one", lines: [] }, trimmed)).toEqual({ text: "one" });
});

import { expect, test } from "vitest";
import { coverage, Letters, locate } from "./letters.ts";

test("a span is mapped to the text reduced to letters and digits", () => {
  const text = "# A title\n\nÜber *all*: 12 herons, and more.";
  const letters = new Letters(text);
  expect(letters.text).toBe("atitleuberall12heronsandmore");
  const start = text.indexOf("12 herons");
  const { start: from, end } = letters.spanOf({ start, end: start + "12 herons".length });
  expect(letters.text.slice(from, end)).toBe("12herons");
});

test("a passage is located by its beginning and end", () => {
  const passage = "x".repeat(10) + "middle".repeat(10) + "y".repeat(50);
  const document = `${passage}between${passage.replace("middle", "changed")}`;
  expect(locate(passage, document, 0)).toEqual({ start: 0, end: passage.length });
  expect(locate("nowhere", document, 0)).toBeUndefined();
});

test("a passage whose beginning also occurs earlier is located at its complete text", () => {
  const beginning = "x".repeat(50);
  expect(locate(`${beginning}rest`, `${beginning}other${beginning}rest`, 0)).toEqual({ start: 55, end: 109 });
});

test("coverage is the covered share of the wanted spans", () => {
  expect(coverage([{ start: 0, end: 10 }], [{ start: 5, end: 20 }])).toBe(0.5);
  expect(coverage([{ start: 0, end: 4 }], [])).toBe(0);
});

import { expect, test } from "vitest";
import { joinPassages, type TextPart } from "./join-passages.ts";

const SOURCE = "Alpha beta gamma.\n\nDelta epsilon zeta. Eta theta iota.\nKappa lambda mu.";

const passage = (start: number, end: number, text = SOURCE.slice(start, end)): TextPart => ({
  text,
  metadata: { start_char: start, end_char: end },
});

test("text shared by neighboring passages appears once", () => {
  expect(joinPassages([passage(0, 30), passage(19, 50), passage(40, SOURCE.length)])).toBe(SOURCE);
});

test("a passage inside the previous one adds nothing", () => {
  expect(joinPassages([passage(0, 50), passage(10, 20), passage(40, SOURCE.length)])).toBe(SOURCE);
});

test("passages that share nothing are separated by a line break or an empty line", () => {
  expect(joinPassages([passage(0, 17), passage(19, 38)])).toBe(SOURCE.slice(0, 38));
  expect(joinPassages([passage(38, 54), passage(55, SOURCE.length)])).toBe(SOURCE.slice(38));
  expect(joinPassages([passage(0, 10), passage(10, 17)])).toBe(SOURCE.slice(0, 17));
});

test("a table header repeated by later chunks appears once", () => {
  const first = passage(0, 17, "name | size\nAlpha | 1".slice(0, 17));
  const second = passage(18, 27, "name | size\nBeta  | 2");
  expect(joinPassages([first, second])).toBe(`${first.text}\nBeta  | 2`);
});

test("passages without offsets are joined one after another", () => {
  const bare = (text: string): TextPart => ({ text, metadata: {} });
  expect(joinPassages([bare("one"), bare("two")])).toBe("one\n\ntwo");
});

import { describe, expect, it } from "vitest";
import { noteMarkBreak, noteMarkText } from "./note-mark.ts";

describe("noteMarkBreak", () => {
  it.each([
    ["The agreement", "7"],
    ["haemoglobin", "14"],
    ["vessels", "3,4"],
    ["vessels", "3, 4"],
    ["vessels", "5–7"],
    ["vessels", "1,3-5,120"],
    ["Smith", "1,*"],
    ["price", "*"],
    ["price", "††"],
    ["Total", "a"],
    ["Wort", "7)"],
    ["Wort", "(7)"],
    ["goods", "7."],
    ["the goods.", "7"],
    ["the goods,", "12"],
    ["in 2010.", "7"],
    ["he said “yes.”", "12"],
    ["he said “so”", "12"],
    ["(see below)", "3"],
    ["(Smith 2010)", "3"],
    ["Smith (2010)", "3"],
    ["the children's", "3"],
    ["the parents’", "3"],
    ["a follow-up", "9"],
    ["договор", "7"],
    ["συμφωνία", "7"],
    ["précède\u0301", "2"],
    ["协议", "7"],
    ["契約書。", "7"],
  ])("%s with a raised %s has a note mark", (before, mark) => {
    expect(noteMarkBreak(before, mark)).toBe(true);
  });

  it.each([
    ["5 m", "2"],
    ["5 cm", "3"],
    ["kg", "2"],
    ["kg-m", "2"],
    ["m/s", "2"],
    ["10", "6"],
    ["E = mc", "2"],
    ["R", "2"],
    ["SO4", "2-"],
    ["Fe", "3+"],
    ["(a + b)", "2"],
    ["(1+r)", "n"],
    ["(10)", "3"],
    ["(0.03)", "***"],
    ["0.53", "***"],
    ["A", "*"],
    ["sin", "2"],
    ["square feet", "2"],
    ["min", "-1"],
    ["1", "st"],
    ["21", "st"],
    ["Word", "TM"],
    ["XIX", "e"],
    ["1.", "o"],
    ["D.", "a"],
    ["the ", "14"],
    ["", "14"],
    ["founded in", "1984"],
    ["agreement", ""],
    ["agreement", "   "],
    ["agreement", "see below"],
    ["agreement", "1,".repeat(1_000) + "1"],
  ])("%s with a raised %s has no note mark", (before, mark) => {
    expect(noteMarkBreak(before, mark)).toBe(false);
  });

  it("depends on the end of a long text only", () => {
    expect(noteMarkBreak("a-'".repeat(1_000_000) + "b", "7")).toBe(false);
    expect(noteMarkBreak("word ".repeat(1_000_000) + "word", "7")).toBe(true);
  });
});

it.each([
  ["14", " [14]"],
  [" 3, 4 ", " [3, 4]"],
  ["7)", " [7]"],
  ["(7)", " [7]"],
  ["7.", " [7]."],
])("writes a raised %s as %j", (mark, text) => {
  expect(noteMarkText(mark)).toBe(text);
});

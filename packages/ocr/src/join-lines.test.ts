import { describe, expect, it } from "vitest";
import { joinLines } from "./join-lines.ts";

describe("joinLines", () => {
  it.each([
    [["the lazy dog in twenty-", "seven days"], "the lazy dog in twentyseven days"],
    [["the har\u2010", "bour master"], "the harbour master"],
    [["pages 10-", "12 of the ledger"], "pages 10- 12 of the ledger"],
    [["north-", "East wind"], "north- East wind"],
    [["one", "", "two"], "one two"],
    [["港口主管", "保存两本账簿"], "港口主管保存两本账簿"],
    [["항구 책임자는", "장부를"], "항구 책임자는 장부를"],
  ])("joins %j", (lines, text) => {
    const box = { start: 0, x0: 0, y0: 0, x1: 1, y1: 1 };
    const joined = joinLines(lines.map((line) => ({ text: line, lines: line === "" ? [] : [box] })));
    expect(joined.text).toBe(text);
    // Each line starts at the offset of its text.
    const starts = joined.lines.map(({ start }) => text.slice(start));
    const begun = lines.filter((line) => line !== "").map((line) => line.replace(/[-\u2010]$/, ""));
    expect(starts.every((rest, index) => rest.startsWith(begun[index]!))).toBe(true);
    expect(starts).toHaveLength(begun.length);
  });
});

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
    expect(joinLines(lines)).toBe(text);
  });
});

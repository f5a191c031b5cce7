import { describe, expect, it } from "vitest";
import { joinLines } from "./divided-word.ts";
import { DocumentWords } from "./document-words.ts";
import { endText, normalizeText } from "./correct-text.ts";

describe("joinLines", () => {
  it.each([
    ["one line", "and the next", "one line and the next"],
    ["a divi\ufffe", "ded word", "a divided word"],
    ["a divi\u00ad", "ded word", "a divided word"],
    ["a divi-", "ded word", "a divided word"],
    ["a self-", "service shop", "a self-service shop"],
    ["the years 2019-", "to 2021", "the years 2019-to 2021"],
    ["by Smith-", "Jones", "by Smith-Jones"],
    ["漢字の", "文章", "漢字の文章"],
  ])("joins %j and %j", (before, after, together) => {
    expect(joinLines(before, after, new DocumentWords())).toBe(together);
  });
});

describe("normalizeText", () => {
  it("spells out ligatures, drops dot leaders and converts bullets", () => {
    expect(normalizeText("e\ufb03cient \ufb02ow")).toBe("efficient flow");
    expect(normalizeText("Contents . . . . . . . . 12")).toBe("Contents 12");
    expect(normalizeText("\uf0b7 item")).toBe("• item");
  });
});

describe("endText", () => {
  it("shows the hyphen of an unfinished word", () => {
    expect(endText("cut off in a wo\ufffe")).toBe("cut off in a wo-");
  });
});

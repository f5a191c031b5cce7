import { wordTerm } from "@quarry/text";
import { describe, expect, it } from "vitest";
import { EnglishWords } from "./english-words.ts";
import { NEAREST, readEnglishWords } from "./read-english-words.ts";

const table = readEnglishWords();
const english = new EnglishWords(table);
const terms = table.terms.split("\n");
const nearTo = (word: string) => english.near(wordTerm(word)).map(({ term }) => term);

describe("the English dictionary", () => {
  it.each([
    ["vacation", "holiday"],
    ["salary", "wage"],
    ["automobile", "car"],
    ["stolen", "theft"],
    ["physician", "doctor"],
    ["puppy", "dog"],
    ["apartment", "rent"],
    ["repair", "broken"],
  ])("relates %s to %s", (word, other) => {
    expect(nearTo(word)).toContain(wordTerm(other));
    expect(nearTo(word)).not.toContain(wordTerm(word));
  });

  it("has no entry for words that aren't English", () => {
    for (const word of ["urlaubsanspruch", "xr500a", "2026", "休暇", ""]) {
      expect(nearTo(word)).toEqual([]);
      expect(english.commonness(word)).toBe(0);
    }
  });

  it("rates frequent words as more common than rare ones", () => {
    const [year, salary, motorcar] = ["year", "salary", "motorcar"].map((word) => english.commonness(wordTerm(word)));
    expect(year).toBeGreaterThan(10 * salary!);
    expect(salary).toBeGreaterThan(motorcar!);
    expect(motorcar).toBeGreaterThan(0);
  });
});

describe("the dictionary's table", () => {
  it("has words that are distinct terms of the current analyzer", () => {
    // Regenerate the list (tools/english-words) when more words than these share a term, or are stop words.
    expect(new Set(terms).size).toBeGreaterThan(0.98 * terms.length);
  });

  it("references only words that it contains, the most closely related first", () => {
    expect(table.starts.at(-1)).toBe(table.near.length);
    expect(table.strengths.length).toBe(table.near.length);
    expect(Math.max(...table.starts.map((start, word) => (table.starts[word + 1] ?? start) - start))).toBe(48);
    const isRight = (at: number, isFirst: boolean) =>
      table.near[at]! < terms.length &&
      table.strengths[at]! > 0 &&
      table.strengths[at]! <= (isFirst ? NEAREST : table.strengths[at - 1]!);
    const starts = new Set(table.starts);
    expect([...table.near.keys()].filter((at) => !isRight(at, starts.has(at)))).toEqual([]);
  });
});

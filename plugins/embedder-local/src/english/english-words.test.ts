import { wordTerm } from "@quarry/text";
import { describe, expect, it } from "vitest";
import { EnglishWords } from "./english-words.ts";
import { NEAREST, readEnglishWords } from "./read-english-words.ts";

const table = readEnglishWords();
const english = new EnglishWords(table);
const terms = table.terms.split("\n");
const nearTo = (word: string) => english.near(wordTerm(word)).map(({ term }) => term);

describe("what is known about English words", () => {
  it.each([
    ["vacation", "holiday"],
    ["salary", "wage"],
    ["automobile", "car"],
    ["stolen", "theft"],
    ["physician", "doctor"],
    ["puppy", "dog"],
    ["apartment", "rent"],
    ["repair", "broken"],
  ])("has %s near %s", (word, other) => {
    expect(nearTo(word)).toContain(wordTerm(other));
    expect(nearTo(word)).not.toContain(wordTerm(word));
  });

  it("knows nothing of what is no English word", () => {
    for (const word of ["urlaubsanspruch", "xr500a", "2026", "休暇", ""]) {
      expect(nearTo(word)).toEqual([]);
      expect(english.commonness(word)).toBe(0);
    }
  });

  it("holds frequent words for more common than rare ones", () => {
    const [year, salary, motorcar] = ["year", "salary", "motorcar"].map((word) => english.commonness(wordTerm(word)));
    expect(year).toBeGreaterThan(10 * salary!);
    expect(salary).toBeGreaterThan(motorcar!);
    expect(motorcar).toBeGreaterThan(0);
  });
});

describe("the table", () => {
  it("was made with the terms that the analyzer makes today", () => {
    // Regenerate the list (tools/english-words) when more words than these share a term, or are stop words.
    expect(new Set(terms).size).toBeGreaterThan(0.98 * terms.length);
  });

  it("names words that it has, the nearest first", () => {
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

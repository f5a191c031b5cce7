import { editDistance } from "@quarry/plugin/domain";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { closeWords, likeliestWord } from "./close-words.ts";
import { WordList } from "./word-list.ts";

const word = fc.string({ unit: fc.constantFrom(..."abcdé東"), minLength: 4, maxLength: 10 });
const countOne = (words: readonly string[]): WordList => new WordList(words.map((each) => ({ word: each, count: 1 })));

it("finds every word within the edit distance exactly once across all lists", () => {
  fc.assert(
    fc.property(
      word,
      fc.uniqueArray(word, { maxLength: 40 }),
      fc.uniqueArray(word, { maxLength: 10 }),
      fc.constantFrom(1, 2),
      (requested, first, second, edits) => {
        const all = [...new Set([...first, ...second])];
        const expected = all.filter(
          (other) =>
            editDistance(requested, other, edits) <= edits && (requested.length > 4 || other[0] === requested[0]),
        );
        fc.pre(expected.length <= 8);
        expect(closeWords(requested, edits, [countOne(first), countOne(second)]).toSorted()).toEqual(
          expected.toSorted(),
        );
      },
    ),
  );
});

it("limits many close words to the eight most frequent", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const words = letters.flatMap((letter) => [`bran${letter}`, `bra${letter}d`]);
  const list = new WordList([...new Set(words)].map((each, index) => ({ word: each, count: index })));
  const found = closeWords("brand", 1, [list]);
  expect(found.length).toBe(8);
  expect(found).toContain("brazd");
  expect(found).not.toContain("brana");
});

it.each([
  ["the more frequent word", "plane", { plate: 3, plant: 9 }, "plant"],
  ["a transposition over a more frequent insertion", "brigde", { bridge: 2, brigade: 3 }, "bridge"],
  ["a word with the same first letter over a more frequent one", "qlant", { plant: 5, quant: 1 }, "quant"],
  ["undefined for words in no passage", "brigde", { bridge: 0 }, undefined],
])("likeliestWord returns %s", (_, requested, frequencies: Readonly<Record<string, number | undefined>>, expected) => {
  expect(likeliestWord(requested, Object.keys(frequencies), (other) => frequencies[other] ?? 0)).toBe(expected);
});

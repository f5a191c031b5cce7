import { editDistance } from "@quarry/plugin/domain";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { closeWords, likeliestWord } from "./close-words.ts";
import { WordList } from "./word-list.ts";

const word = fc.string({ unit: fc.constantFrom(..."abcdé東"), minLength: 4, maxLength: 10 });
const countOne = (words: readonly string[]): WordList => new WordList(words.map((each) => ({ word: each, count: 1 })));

it("finds every word that is close, in all lists, once", () => {
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

it("looks at the most frequent of very many", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const words = letters.flatMap((letter) => [`bran${letter}`, `bra${letter}d`]);
  const list = new WordList([...new Set(words)].map((each, index) => ({ word: each, count: index })));
  const found = closeWords("brand", 1, [list]);
  expect(found.length).toBe(8);
  expect(found).toContain("brazd");
  expect(found).not.toContain("brana");
});

it.each([
  ["the more frequent one", "plane", { plate: 3, plant: 9 }, "plant"],
  ["swapped letters before another letter", "brigde", { bridge: 2, brigade: 3 }, "bridge"],
  ["the right beginning before another one", "qlant", { plant: 5, quant: 1 }, "quant"],
  ["nothing that no passage holds", "brigde", { bridge: 0 }, undefined],
])("takes %s", (_, requested, frequencies: Readonly<Record<string, number | undefined>>, expected) => {
  expect(likeliestWord(requested, Object.keys(frequencies), (other) => frequencies[other] ?? 0)).toBe(expected);
});

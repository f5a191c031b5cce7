import { expect, it } from "vitest";
import { decodeCharacters, wordsOf } from "./decode-characters.ts";

const SIGNS = [..."abcdefghijklmnopqrstuvwxyz港通り"];

/**
 * Returns scores in the recogniser's form: each character at some steps, blanks between two of them, and a sharp
 * minority elsewhere.
 */
function scoresOf(
  text: string,
  { steps, between = 1, score = 0.9 }: { steps: number; between?: number; score?: number },
) {
  const blank = 0;
  const classOf = (character: string): number => (character === " " ? SIGNS.length + 1 : SIGNS.indexOf(character) + 1);
  const best = [...text].flatMap((character) => [
    ...Array.from({ length: steps }, () => classOf(character)),
    ...Array.from({ length: between }, () => blank),
  ]);
  const classes = SIGNS.length + 2;
  const values = new Float32Array(best.length * classes).fill((1 - score) / classes);
  for (const [step, index] of best.entries()) values[step * classes + index] = score;
  return { values, steps: best.length, classes };
}

const textOf = (text: string, form: Parameters<typeof scoresOf>[1]): string =>
  wordsOf(decodeCharacters(scoresOf(text, form), SIGNS))
    .map((word) => word.text)
    .join(" ");

it.each(["harbour", "a letter twice bookkeeper", "港通り 港", "x", ""])(
  "reads %j for any number of steps per character",
  (text) => {
    for (const steps of [1, 2, 3]) expect(textOf(text, { steps })).toBe(text);
  },
);

it("merges steps of one character, and separates two characters with a blank between", () => {
  expect(textOf("aab", { steps: 2, between: 0 })).toBe("ab");
  expect(textOf("aab", { steps: 2, between: 1 })).toBe("aab");
});

// Regression: the gap between cells of a row that was detected as one line is often not recognised.
it("separates words at a wide gap", () => {
  expect(textOf("ab", { steps: 1, between: 5 })).toBe("ab");
  expect(textOf("ab", { steps: 1, between: 6 })).toBe("a b");
});

it("returns the mean confidence of its characters for each word", () => {
  const score = 0.7;
  const words = wordsOf(decodeCharacters(scoresOf("two words", { steps: 2, score }), SIGNS));
  expect(words.map(({ text }) => text)).toEqual(["two", "words"]);
  for (const { confidence } of words) expect(confidence).toBeCloseTo(score);
});

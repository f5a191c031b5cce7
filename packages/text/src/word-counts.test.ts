import { expect, it } from "vitest";
import { WordCounts } from "./word-counts.ts";

it("caches short words, distinguishes words that share a slot, and retains frequent ones", () => {
  const counts = new WordCounts();
  const made: string[] = [];
  const lengthOf = (word: string): number => {
    made.push(word);
    return word.length;
  };
  const get = (word: string) => counts.of(`(${word})`, 1, 1 + word.length, lengthOf);
  // Four times as many as there are slots.
  let wrong = 0;
  for (let number = 0; number < 524_288; number++) {
    const word = ` word${number}`;
    if (get(word) !== word.length || (number % 64 === 0 && get(" often") !== 6)) wrong++;
  }
  expect(wrong).toBe(0);
  expect(made.filter((word) => word === " often").length).toBeLessThan(20);
  made.length = 0;
  for (const word of ["a", "abcdefghijklmnopqrstuvwxyza", "abcdefghijklmnopqrstuvwxyzab"]) {
    expect([get(word), get(word)]).toEqual([word.length, word.length]);
  }
  // The last is too long to be cached.
  expect(made).toHaveLength(4);
});

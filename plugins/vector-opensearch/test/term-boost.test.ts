import { expect, test } from "vitest";
import { TermBoosts } from "../src/terms/term-boost.ts";
import { BASE, numbersOf, scoredLength } from "../src/terms/term-number.ts";

const bits = new DataView(new ArrayBuffer(4));

/** Decodes a boost as the server does. */
const readBoost = (boost: number) => {
  bits.setFloat32(0, boost);
  const all = bits.getInt32(0);
  const code = all & 0x1_ff_ff;
  return { weight: (all >>> 17) - 64, slope: code === 0 ? 0 : (8_192 | (code & 8_191)) / 2 ** (28 - (code >>> 13)) };
};

const term = (weight: number) => ({ term: "x", weight, frequency: 1 });

test("weights and slopes encoded in a boost never underestimate a score", () => {
  for (const slope of [0, 1e-9, 0.9 / 40_000, 0.9 / 800, 0.9 / 80, 0.9 / 7, 0.9, 1, 1.999_9, 5]) {
    const terms = [1, 0.7, 1 / 3, 0.01, 1e-7].map(term);
    const boosts = new TermBoosts(terms, { base: BASE, slope });
    for (const each of terms) {
      const reported = readBoost(boosts.of(each));
      expect(reported.weight * boosts.unit).toBeGreaterThanOrEqual(each.weight);
      expect(reported.weight * boosts.unit).toBeLessThan(each.weight + 1e-4);
      expect(reported.slope).toBeLessThanOrEqual(slope);
      if (slope > 1e-4 && slope < 2) expect(reported.slope).toBeGreaterThan(slope * (1 - 2 ** -13));
    }
  }
});

test("a frequency is recovered from its score, or reported as the maximum", () => {
  for (const slope of [0.9 / 4_000, 0.9 / 80, 0.9 / 3]) {
    const boosts = new TermBoosts([term(0.6), term(0.4)], { base: BASE, slope });
    const { weight, slope: reported } = readBoost(boosts.of(term(0.4)));
    for (let frequency = 1; frequency < 4_096; frequency += 1 + (frequency >> 4)) {
      for (const length of [1, 7, 15, 16, 33, 80, 250, 1_024, 3_999, 4_095, 5_000, 100_000]) {
        const rest = BASE + reported * scoredLength(frequency, length);
        const score = Math.fround((weight * frequency) / (frequency + rest));
        expect([frequency, 4_096]).toContain(boosts.frequencyOf(score, term(0.4), length));
        if (frequency <= length && frequency < 256) {
          expect(boosts.frequencyOf(score, term(0.4), length)).toBe(frequency);
        }
      }
    }
  }
});

test("the numbers of longer or more repetitive texts are reduced to the sum of their level", () => {
  expect(numbersOf([1, 2, 3], 6)!.numbers).toEqual([1, 2, 3]);
  // 80 is the start of a level of four lengths.
  expect(numbersOf([1, 2], 80)!.numbers).toEqual([7, 11]);
  expect(numbersOf([1, 17], 83)!.numbers).toEqual([4, 71]);
  const words = Array.from({ length: 4_000 }, () => 250);
  expect(numbersOf(words, 1_000_000)!.rest).toBeGreaterThan(0);
  // Stop words do not count towards the length.
  expect(numbersOf([5_000, 5_000, 5_000], 1)).toMatchObject({ numbers: [1, 1, 1] });
  expect(
    numbersOf(
      Array.from({ length: 10_000 }, () => 9),
      1,
    ),
  ).toBeUndefined();
});

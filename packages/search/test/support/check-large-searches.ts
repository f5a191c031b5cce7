import type { Passage, PassageIndexService } from "@quarry/index";
import { parseFilter } from "@quarry/plugin/domain";
import { expect } from "vitest";

import { type IndexHome, run } from "./index-home.ts";
import { passageOf } from "./passage-of.ts";
import { randomNumbers, ZipfTexts } from "../../../index/test/support/zipf-text.ts";

const PASSAGES = 4_000;
const PER_PUT = 500;
const FILTERS = [undefined, { tens: 3 }, { tens: { $ne: 3 } }, { number: { $gte: PASSAGES - 40 } }];

const idOf = (number: number): number => (number * 7_919) % PASSAGES;

/**
 * Returns passages of all lengths: many of equal length, some identical, some long, some of one repeated word, and some
 * of stop words only.
 */
const passages = (): readonly Passage[] => {
  const [random, texts] = [randomNumbers(5), new ZipfTexts(6, 3_000)];
  const word = (rank: number) => texts.query(1, rank, rank + 1);
  const textOf = (number: number): string => {
    switch (number % 20) {
      case 0:
        // Longer than a store can distinguish. The shortest of them, the best hits, come last by id.
        if (number % 100 === 0)
          return `${texts.text(4_600 - Math.round(400 * Number(`.${idOf(number)}`)))} zwischenton`;
        return texts.text(900 + Math.floor(random() * 4_000 * random() ** 8));
      case 1:
        return `${word(number % 7)} `.repeat(1 + (number % 90));
      case 2:
        return "of the and ".repeat(number === 2 ? 5_000 : 3);
      case 3:
      case 4:
        return `${word(2)} ${word(number % 3)} ${word(900)}`;
      default:
        return texts.text(number % 2 === 0 ? 30 : 5 + Math.floor(random() * 120));
    }
  };
  return Array.from({ length: PASSAGES }, (_, number) =>
    passageOf(number, textOf(number), {
      id: `p${idOf(number)}`,
      metadata: { number, tens: number % 10 },
    }),
  );
};

/**
 * Checks searches of collections in which a store skips most passages: the best are found, and are identical in all
 * homes to the last bit.
 */
export const checkLargeSearches = async (homes: readonly IndexHome[]): Promise<void> => {
  const all = passages();
  const indexes = await Promise.all(homes.map(async (home) => (await home.open()).index));
  const name = homes[0]!.collection;
  const texts = new ZipfTexts(8, 3_000);
  const queries = [
    ...Array.from({ length: 7 }, (_, rank) => texts.query(1, rank, rank + 1)),
    ...Array.from({ length: 12 }, () => texts.query(1, 0, 3_000)),
    ...Array.from({ length: 12 }, () => texts.query(3, 0, 30)),
    ...Array.from({ length: 12 }, () => `${texts.query(2, 0, 40)} ${texts.query(2, 300, 3_000)}`),
    ...Array.from({ length: 6 }, () => texts.query(10, 0, 400)),
    ...["zwischenton", "of the", `"${texts.query(1, 2, 3)} ${texts.query(1, 1, 2)}"`, texts.query(1, 900, 901)],
  ];
  const write = async (index: PassageIndexService) => {
    await run(index.ensure(name));
    for (let start = 0; start < all.length; start += PER_PUT) {
      await run(index.put(name, all.slice(start, start + PER_PUT)));
    }
  };
  await Promise.all(indexes.map(write));
  for (const [index, query] of queries.entries()) {
    const filter = parseFilter(FILTERS[index % FILTERS.length] ?? {});
    for (const topK of [1, 10, 100]) {
      const answers = await Promise.all(
        indexes.map((index) => run(index.keywordSearch(name, { query, topK, filter }))),
      );
      for (const other of answers.slice(1)) expect({ query, topK, ...other }).toEqual({ query, topK, ...answers[0] });
    }
  }
};

import { describe, expect, test } from "vitest";
import { type IndexHome, run } from "./index-home.ts";
import { passageOf } from "./passage-of.ts";

/** Words written as one and divided. */
const PAIRS = [
  ["signoff", "sign-off"],
  ["email", "e-mail"],
  ["nodejs", "node.js"],
  ["PhD", "Ph.D."],
  ["XR500A", "XR-500A"],
  ["IL6", "IL-6"],
  ["userid", "user_id"],
  ["12.5mm", "12.5 mm"],
  ["7kg", "7 kg"],
  ["1234567", "1\u202f234\u202f567"],
  ["7654321", "7.654.321"],
] as const;

/** Suite for words that can be written in more than one way. */
export const spellingsSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  describe("joined and divided spellings", () => {
    test("match each other with the same score", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const passages = PAIRS.flat().map((word, number) => passageOf(number, `here a text of some words says ${word}.`));
      // In two segments, one of which contains all divided forms.
      await run(
        index.put(
          c,
          passages.filter((_, number) => number % 2 === 0),
        ),
      );
      await run(
        index.put(
          c,
          passages.filter((_, number) => number % 2 === 1),
        ),
      );
      for (const [at, spellings] of PAIRS.entries()) {
        const ids = [`chunk-${2 * at}`, `chunk-${2 * at + 1}`];
        const scores: number[] = [];
        for (const word of spellings) {
          for (const query of [word, word.toUpperCase()]) {
            const { hits } = await run(index.keywordSearch(c, { query, topK: 2 }));
            expect([query, hits.map(({ id }) => id).toSorted()]).toEqual([query, ids.toSorted()]);
            const found = await run(index.keywordScores(c, query, ids));
            for (const { id, score } of hits) expect(found.get(id)).toBe(score);
            scores.push(...hits.map(({ score }) => score));
            expect((await run(index.repairQuery(c, query))).repairs).toEqual([]);
          }
        }
        for (const score of scores) expect(score).toBeCloseTo(scores[0]!, 12);
      }
    });

    test("count as one word in document frequencies", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const texts = ["a signoff", "a sign-off", "a sign_off", "marble", "a slate", "slate"];
      await run(
        index.put(
          c,
          texts.map((text, number) => passageOf(number, text)),
        ),
      );
      // Three texts contain it in some spelling, and two contain the other word: the rarer one weighs more.
      const { hits } = await run(index.keywordSearch(c, { query: "signoff slate", topK: 9 }));
      expect(
        hits
          .slice(0, 2)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(["chunk-4", "chunk-5"]);
      expect(hits.length).toBe(5);
      await run(index.removeIds(c, ["chunk-1", "chunk-2"]));
      const { hits: left } = await run(index.keywordSearch(c, { query: "signoff slate", topK: 9 }));
      expect(left[0]!.id).toBe("chunk-0");
      expect((await run(index.keywordSearch(c, { query: '"sign-off"', topK: 9 }))).hits).toEqual([]);
    });

    test("versions match by prefix, and words of one character match in running text", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const texts = ["Release 2.10.3", "Host 192.168.1.10", "Release 2.1", "税の計算方法", "犬は公園で走る。"];
      await run(
        index.put(
          c,
          texts.map((text, number) => passageOf(number, text)),
        ),
      );
      const found = async (query: string) =>
        (await run(index.keywordSearch(c, { query, topK: 9 }))).hits.map(({ id }) => Number(id.slice(6)));
      expect(await found("2.10")).toEqual([0]);
      expect(await found("2.1")).toEqual([2]);
      expect(await found("192.168")).toEqual([1]);
      expect(await found("税")).toEqual([3]);
      expect(await found("犬")).toEqual([4]);
      expect(await found("猫")).toEqual([]);
    });
  });
};

import { parseFilter } from "@quarry/plugin/domain";
import { describe, expect, test } from "vitest";
import { type IndexHome, run } from "./index-home.ts";
import { passageOf } from "./passage-of.ts";

/** Suite for phrases in quotes, and for codes. */
export const phrasesSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  describe("phrases", () => {
    test("are contained in every hit, however many passages have their words, with a filter and at any topK", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      // Every passage contains the words. Every hundredth contains them in order, and those with `rock` twice score
      // less.
      const passages = Array.from({ length: 1_500 }, (_, number) => {
        const text = number % 100 === 7 ? "a quarry of the slate rock" : "slate quarry rock";
        return passageOf(number, text, { contextText: number === 3 ? "Quarry of the slate" : "" });
      });
      await run(index.put(c, passages.slice(0, 900)));
      await run(index.put(c, passages.slice(900)));
      const found = async (query: string, topK: number, filter?: Record<string, unknown>) =>
        (await run(index.keywordSearch(c, { query, topK, filter: filter && parseFilter(filter as never) }))).hits.map(
          ({ id }) => Number(id.slice(6)),
        );
      const holders = [3, ...Array.from({ length: 15 }, (_, number) => number * 100 + 7)];
      const query = 'rock "quarry of the slate"';
      const all = await run(index.keywordSearch(c, { query, topK: 100 }));
      expect(all.hits.map(({ id }) => Number(id.slice(6))).toSorted((a, b) => a - b)).toEqual(holders);
      expect(all.exhausted).toBe(true);
      expect(await found(query, 4)).toEqual(all.hits.slice(0, 4).map(({ id }) => Number(id.slice(6))));
      expect((await found(query, 9, { chunk_index: { $gte: 1_200 } })).toSorted()).toEqual([1207, 1307, 1407]);
      expect(await found('"quarry of the slate" "slate rock" marble', 2)).toEqual([1007, 107]);
      expect(await found('"slate of the quarry"', 9)).toEqual([]);
      expect(await found('"quarry of the', 9)).toHaveLength(9);
      const scores = await run(index.keywordScores(c, query, ["chunk-3", "chunk-7", "chunk-8"]));
      expect(scores.get("chunk-8")).toBe(0);
      for (const id of ["chunk-3", "chunk-7"])
        expect(scores.get(id)).toBe(all.hits.find((hit) => hit.id === id)!.score);
      await run(index.removeIds(c, ["chunk-1007"]));
      expect(await found('"slate rock" "a quarry"', 1)).toEqual([107]);
    });

    test("a code ranks passages with the whole code first, and also finds its parts", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const codes = [
        ...["ERR-4012", "C++", "C#", ".NET", "foo_bar.baz", "v1.2.3", "john.doe@example.com", "getUserName"],
        ...["https://example.com/guide?a=b", "src/index.ts", "std::vector"],
      ];
      const apart = codes.map((code) => code.split(/[^\p{L}\p{N}]+|(?<=[a-z])(?=[A-Z])/u).join(" or "));
      const texts = codes.flatMap((code, at) => [
        `we saw ${code} there`,
        `${apart[at]} and ${apart[at]} again ${apart[at]}`,
      ]);
      await run(
        index.put(
          c,
          texts.map((text, number) => passageOf(number, text)),
        ),
      );
      for (const [at, code] of codes.entries()) {
        const { hits } = await run(index.keywordSearch(c, { query: code, topK: 30 }));
        expect([code, hits[0]!.id]).toEqual([code, `chunk-${2 * at}`]);
        expect(hits.map(({ id }) => id)).toContain(`chunk-${2 * at + 1}`);
      }
    });
  });
};

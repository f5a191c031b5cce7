import type { PassageIndexService } from "@quarry/index";
import { describe, expect, test } from "vitest";

import { type IndexHome, run } from "./index-home.ts";
import { passageOf } from "./passage-of.ts";

const TEXTS = [
  "The bridge over the river carries heavy granite blocks.",
  "Granite is quarried near the river and shipped to the harbour.",
  "Aerodynamic heating of wings at high speed.",
  "Die Geschwindigkeit der Züge wurde über die Jahre erhöht, und das ist nicht alles.",
  "The brigade marched for a night.",
] as const;

/** The query, its repaired form, and the first passage that it finds. */
const MISSPELT = [
  ["brigde", "bridge", "chunk-0"],
  ["granitte wubbling", "granite wubbling", "chunk-1"],
  ["aerodinamics heeting", "aerodynamic heating", "chunk-2"],
  ["aerodyanmicc", "aerodynamic", "chunk-2"],
  ["Geschwindigkiet der zuge", "geschwindigkeit der zuge", "chunk-3"],
  ["x_brigde", "x_brigde", undefined],
] as const;

const filled = async (home: IndexHome): Promise<PassageIndexService> => {
  const { index } = await home.open();
  await run(index.ensure(home.collection));
  const passages = TEXTS.map((text, number) => passageOf(number, text));
  // In two segments, so that a term's frequencies are added up.
  await run(index.put(home.collection, passages.slice(0, 2)));
  await run(index.put(home.collection, passages.slice(2)));
  return index;
};

/** Suite for queries with misspelt words. */
export const misspeltSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  describe("misspelt queries", () => {
    test("find the hits of the corrected query, with scores that are no higher", async () => {
      await using home = await makeHome();
      const index = await filled(home);
      const c = home.collection;
      const ids = TEXTS.map((_, number) => `chunk-${number}`);
      for (const [query, repaired, first] of MISSPELT) {
        expect((await run(index.repairQuery(c, query))).query).toBe(repaired);
        const { hits } = await run(index.keywordSearch(c, { query, topK: 9 }));
        expect(hits[0]?.id).toBe(first);
        const clean = await run(index.keywordSearch(c, { query: repaired, topK: 9 }));
        expect(hits.map(({ id }) => id)).toEqual(clean.hits.map(({ id }) => id));
        const scores = await run(index.keywordScores(c, query, ids));
        for (const { id, score } of hits) expect(scores.get(id)).toBe(score);
        for (const [rank, { score }] of hits.entries()) expect(score).toBeLessThanOrEqual(clean.hits[rank]!.score);
      }
    });

    // Regression: nothing indicates the language of a single word, so it had no grams and found no compound.
    test("a single word finds compounds that contain it and compounds that it contains", async () => {
      await using home = await makeHome();
      const index = await filled(home);
      for (const query of ["Höchstgeschwindigkeiten", "Geschwind", "Zuggeschwindigkeit Harbour"]) {
        const { hits } = await run(index.keywordSearch(home.collection, { query, topK: 9 }));
        expect(hits.map(({ id }) => id)).toContain("chunk-3");
      }
      // The grams of a few foreign texts do not apply to other words.
      const { hits } = await run(index.keywordSearch(home.collection, { query: "granite harbour", topK: 9 }));
      expect(hits.map(({ id }) => id).sort()).toEqual(["chunk-0", "chunk-1"]);
    });

    test("a word is repaired only to words of current passages", async () => {
      await using home = await makeHome();
      const index = await filled(home);
      const c = home.collection;
      expect((await run(index.repairQuery(c, "brigde"))).repairs).toEqual([{ word: "brigde", replacement: "bridge" }]);
      await run(index.removeIds(c, ["chunk-0"]));
      expect((await run(index.repairQuery(c, "brigde"))).repairs).toEqual([{ word: "brigde", replacement: "brigade" }]);
      await run(index.put(c, [passageOf(7, "brigde")]));
      expect((await run(index.repairQuery(c, "brigde"))).repairs).toEqual([]);
      await run(index.removeDocument(c, "handbook"));
      expect((await run(index.repairQuery(c, "brigde"))).repairs).toEqual([]);
    });

    test("a word that passages contain in another spelling is not repaired", async () => {
      await using home = await makeHome();
      const index = await filled(home);
      const c = home.collection;
      await run(index.put(c, [passageOf(20, "a co-wing and a nightboard"), passageOf(21, "cowings, bright boards")]));
      for (const query of ["cowing", "nightboard", "night-board", "Night Board"]) {
        expect((await run(index.repairQuery(c, query))).repairs).toEqual([]);
      }
      expect((await run(index.repairQuery(c, "nigth"))).query).toBe("night");
    });

    test("a nonsense query has no hits with a score of 0.2 or more", async () => {
      await using home = await makeHome();
      const index = await filled(home);
      for (const query of ["xqzvk wprtl blorfing", "asdf qwertz zxcvbn", "florbex grunkle snarfblat wibbly"]) {
        const { hits } = await run(index.keywordSearch(home.collection, { query, topK: 9 }));
        expect(hits.filter(({ score }) => score >= 0.2)).toEqual([]);
      }
    });
  });
};

import type { DirectRange, Passage, PassageIndexService } from "@quarry/index";
import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { describe, expect, test } from "vitest";

import { type IndexHome, run } from "./index-home.ts";
import { passageOf } from "./passage-of.ts";

const own = (id: string, metadata: JsonObject, text = "granite"): Passage =>
  passageOf(0, text, { id, documentId: "", generation: 0, chunkIndex: 0, metadata });

type Limits = Omit<DirectRange, "after" | "filter">;

const LIMITS = { limit: 1_000, maxCharacters: 1_000_000 };

/** Returns the ids of all pages, and the number of pages. */
const pagesOf = async (
  index: PassageIndexService,
  collection: string,
  filters?: JsonObject,
  limits: Limits = LIMITS,
) => {
  const filter = filters && parseFilter(filters);
  const ids: string[] = [];
  let after: number | undefined;
  let pages = 0;
  do {
    const page = await run(index.listDirect(collection, { ...limits, after, filter }));
    ids.push(...page.passages.map(({ id }) => id));
    after = page.next;
    pages += 1;
  } while (after !== undefined);
  return { ids, pages };
};

/** Suite for listing and counting passages without a document. */
export const directSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  describe("passages without a document", () => {
    test("are counted, and listed once each in write order, with and without a filter", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      expect(await pagesOf(index, c)).toEqual({ ids: [], pages: 1 });
      expect(await run(index.countDirect(c))).toEqual({ count: 0 });
      // Chunks are stored between them. They are not listed although their metadata matches.
      const chunks = Array.from({ length: 40 }, (_, at) => passageOf(at, "marble", { metadata: { kind: "a", n: at } }));
      await run(index.put(c, chunks.slice(0, 20)));
      const entries = Array.from({ length: 70 }, (_, at) =>
        own(`e${(at * 9) % 70}`, { n: at, kind: at % 2 === 0 ? "a" : "b", long: `${"x".repeat(300)}${at % 3}` }),
      );
      await run(index.put(c, entries.slice(0, 50)));
      await run(index.put(c, chunks.slice(20)));
      await run(index.put(c, entries.slice(50)));
      const ids = entries.map(({ id }) => id);
      expect(await pagesOf(index, c, undefined, { ...LIMITS, limit: 9 })).toEqual({ ids, pages: 8 });
      const { count, last } = await run(index.countDirect(c));
      expect(count).toBe(70);
      const matching = (matches: (at: number) => boolean) => ids.filter((_, at) => matches(at));
      const filters: readonly (readonly [JsonObject, (at: number) => boolean])[] = [
        [{ kind: "a" }, (at) => at % 2 === 0],
        [{ n: { $gte: 20, $lt: 60 }, kind: { $ne: "a" } }, (at) => at >= 20 && at < 60 && at % 2 === 1],
        // Field values don't store texts of this length in full, so each passage is read.
        [{ long: `${"x".repeat(300)}1` }, (at) => at % 3 === 1],
        [{ kind: "nothing" }, () => false],
      ];
      for (const [filter, matches] of filters) {
        const found = await pagesOf(index, c, filter, { ...LIMITS, limit: 8 });
        expect(found.ids, JSON.stringify(filter)).toEqual(matching(matches));
        expect(await run(index.countDirect(c, parseFilter(filter)))).toEqual({ count: found.ids.length, last });
      }
      // Long texts end a page early.
      expect((await pagesOf(index, c, undefined, { limit: 70, maxCharacters: 1 })).pages).toBe(71);
      await run(index.put(c, [own("e0", { kind: "b" })]));
      expect((await pagesOf(index, c)).ids.at(-1)).toBe("e0");
      // Passages written since then come after the previous last one.
      const previous = ids.filter((id) => id !== "e0");
      const upTo = { ...LIMITS, limit: 9, upTo: last! };
      expect((await pagesOf(index, c, undefined, upTo)).ids).toEqual(previous);
      expect((await pagesOf(index, c, { n: { $gte: 0 } }, upTo)).ids).toEqual(previous);
      await run(index.removeIds(c, ["e0", "e7"]));
      expect((await run(index.countDirect(c))).count).toBe(68);
    });
  });
};

import type { ChunkRange, Passage, PassageIndexService } from "@quarry/index";
import { expect, test } from "vitest";

import { type IndexHome, run } from "./index-home.ts";
import { passageOf as anyPassage } from "./passage-of.ts";

const passageOf = (chunkIndex: number, shared: object = { team: "search" }): Passage =>
  anyPassage(chunkIndex, `text ${chunkIndex}`.padEnd(100, "."), {
    metadata: { ...shared, chunk_index: chunkIndex, page: chunkIndex % 7 },
    // Not every passage belongs to a file with pages.
    ...(chunkIndex % 4 === 0 && { layout: `gAgAgA${chunkIndex}` }),
  });

const readAll = async (
  index: PassageIndexService,
  collection: string,
  range: ChunkRange,
): Promise<readonly (readonly Passage[])[]> => {
  const pages: (readonly Passage[])[] = [];
  for (let after: number | undefined; ; after = pages.at(-1)!.at(-1)!.chunkIndex) {
    const { passages } = await run(index.listChunks(collection, "handbook", 1, { ...range, after }));
    if (passages.length === 0) return pages;
    pages.push(passages);
  }
};

/** Suite for reading a document's chunks page by page. */
export const listChunksSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  // One document whose passages share their metadata, and one with a passage that differs.
  test.each([["one"], ["several"]])(
    "pages are limited by characters and continue where the previous one ended (%s)",
    async (kind) => {
      await using home = await makeHome();
      const { index } = await home.open();
      const collection = home.collection;
      await run(index.ensure(collection));
      const shared = (number: number) => ({
        team: "search",
        long: "x".repeat(kind === "one" ? 900 : 900 + (number % 3)),
      });
      const passages = Array.from({ length: 120 }, (_, number) => passageOf(number * 2, shared(number)));
      await run(index.put(collection, passages.toReversed()));
      await run(index.put(collection, [{ ...passageOf(1), id: "other", generation: 2 }]));
      const pages = await readAll(index, collection, { limit: 1_000, maxCharacters: 10_000 });
      expect(pages.flat()).toEqual(passages);
      expect(pages.length).toBeGreaterThan(10);
      expect(pages.slice(0, -1).every((page) => page.length >= 8 && page.length <= 11)).toBe(true);
      expect(await run(index.listChunks(collection, "handbook", 1, { limit: 3, offset: 2, after: 10 }))).toEqual({
        passages: passages.slice(8, 11),
        total: 120,
      });
    },
  );

  test("passage layouts are returned by every kind of read", async () => {
    await using home = await makeHome();
    const { index } = await home.open();
    const collection = home.collection;
    await run(index.ensure(collection));
    const passages = [passageOf(0), passageOf(1)];
    await run(index.put(collection, passages));
    expect(passages.map(({ layout }) => layout)).toEqual(["gAgAgA0", undefined]);
    const ids = passages.map(({ id }) => id);
    expect(await run(index.get(collection, ids))).toEqual(passages);
    expect(await run(index.scan(collection, { limit: 9 }))).toEqual(passages);
    const found = await run(index.keywordSearch(collection, { query: "text", topK: 9, withPassages: true }));
    expect(found.passages?.toSorted((a, b) => a.chunkIndex - b.chunkIndex)).toEqual(passages);
  });

  test("a page has at least one passage, however long it is", async () => {
    await using home = await makeHome();
    const { index } = await home.open();
    const collection = home.collection;
    await run(index.ensure(collection));
    await run(index.put(collection, [passageOf(0), passageOf(1)]));
    const pages = await readAll(index, collection, { limit: 1_000, maxCharacters: 1 });
    expect(pages.map((page) => page.length)).toEqual([1, 1]);
    expect(await run(index.listChunks(collection, "nobody", 1, { limit: 5 }))).toEqual({ passages: [], total: 0 });
  });
};

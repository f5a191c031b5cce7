import { expect, test } from "vitest";
import type { ChunkRange, Passage, PassageIndexService } from "../src/index.ts";
import { openIndex, run } from "./support/open-index.ts";

const passageOf = (chunkIndex: number, shared: object = { team: "search" }): Passage => ({
  id: `chunk-${chunkIndex}`,
  documentId: "handbook",
  generation: 1,
  chunkIndex,
  text: `text ${chunkIndex}`.padEnd(100, "."),
  contextText: "",
  metadata: { ...shared, chunk_index: chunkIndex, page: chunkIndex % 7 },
  tokenCount: 20,
});

const readAll = async (index: PassageIndexService, range: ChunkRange): Promise<readonly (readonly Passage[])[]> => {
  const pages: (readonly Passage[])[] = [];
  for (let after: number | undefined; ; after = pages.at(-1)!.at(-1)!.chunkIndex) {
    const { passages } = await run(index.listChunks("c", "handbook", 1, { ...range, after }));
    if (passages.length === 0) return pages;
    pages.push(passages);
  }
};

// Of a document whose passages share their metadata, and of one whose passages don't all.
test.each([["one"], ["several"]])("pages end by their characters, and follow each other (%s)", async (kind) => {
  await using open = await openIndex();
  await run(open.index.ensure("c"));
  const shared = (index: number) => ({ team: "search", long: "x".repeat(kind === "one" ? 900 : 900 + (index % 3)) });
  const passages = Array.from({ length: 120 }, (_, index) => passageOf(index * 2, shared(index)));
  await run(open.index.put("c", passages.toReversed()));
  await run(open.index.put("c", [{ ...passageOf(1), id: "other", generation: 2 }]));
  const pages = await readAll(open.index, { limit: 1_000, maxCharacters: 10_000 });
  expect(pages.flat()).toEqual(passages);
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.slice(0, -1).every((page) => page.length >= 8 && page.length <= 11)).toBe(true);
  expect(await run(open.index.listChunks("c", "handbook", 1, { limit: 3, offset: 2, after: 10 }))).toEqual({
    passages: passages.slice(8, 11),
    total: 120,
  });
});

test("a page has at least one passage, however long it is", async () => {
  await using open = await openIndex();
  await run(open.index.ensure("c"));
  await run(open.index.put("c", [passageOf(0), passageOf(1)]));
  const pages = await readAll(open.index, { limit: 1_000, maxCharacters: 1 });
  expect(pages.map((page) => page.length)).toEqual([1, 1]);
  expect(await run(open.index.listChunks("c", "nobody", 1, { limit: 5 }))).toEqual({ passages: [], total: 0 });
});

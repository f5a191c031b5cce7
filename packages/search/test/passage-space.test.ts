import type { Passage, PassageIndexService } from "@quarry/index";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

import { openIndex, run } from "./support/open-index.ts";

const MB = 1_048_576;
/** A log of an idle file is left unchanged if it is no longer than this. */
const SHORT_LOG = MB / 4;
const PATIENCE = { timeout: 40_000, interval: 50 };

const bytesOf = (directory: string, ending: string): number =>
  readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0), 0);

const document = (number: number): Passage[] =>
  Array.from({ length: 20 }, (_, chunkIndex) => ({
    id: `d${number}-${chunkIndex}`,
    documentId: `d${number}`,
    generation: 1,
    chunkIndex,
    text: `word${number} part${chunkIndex} ${"some text of a passage with a number of words ".repeat(20)}`,
    contextText: "",
    metadata: {},
    tokenCount: 100,
  }));

const find = async (index: PassageIndexService, collection: string, word: string) => {
  const { hits } = await run(index.keywordSearch(collection, { query: word, topK: 50 }));
  return hits.length;
};

test(
  "passage files shrink after deletes while they are searched, and their write-ahead logs stay short",
  { timeout: 120_000 },
  async () => {
    await using opened = await openIndex();
    const { index, directory } = opened;
    const collections = ["one", "two"];
    let longest = 0;
    for (const collection of collections) {
      await run(index.ensure(collection));
      for (let number = 0; number < 300; number++) {
        await run(index.put(collection, document(number)));
        longest = Math.max(longest, bytesOf(directory, "-wal"));
      }
    }
    expect(longest).toBeLessThan(16 * MB);
    await vi.waitFor(() => expect(bytesOf(directory, "-wal")).toBeLessThan(collections.length * SHORT_LOG), PATIENCE);
    const before = bytesOf(directory, ".db");
    for (const collection of collections) {
      for (let number = 20; number < 300; number++) await run(index.removeDocument(collection, `d${number}`));
    }
    await vi.waitFor(async () => {
      expect(await find(index, "one", "word7")).toBe(20);
      expect(bytesOf(directory, ".db")).toBeLessThan(before / 5);
    }, PATIENCE);
    for (const collection of collections) {
      expect(await find(index, collection, "word19")).toBe(20);
      expect(await find(index, collection, "word20")).toBe(0);
    }
    await vi.waitFor(() => expect(bytesOf(directory, "-wal")).toBeLessThan(collections.length * SHORT_LOG), PATIENCE);
  },
);

import type { Passage } from "@quarry/index";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { openReader } from "./support/open-reader.ts";
import type { CollectionReader } from "../../index/src/storage/collection-reader.ts";
import { CollectionWriter, OutdatedPostings } from "../../index/src/storage/collection-writer.ts";
import { referenceSearch } from "./support/reference-bm25.ts";
import { ZipfTexts } from "../../index/test/support/zipf-text.ts";

const SOURCES = 4;
/** Large enough that their merge does not complete immediately, in the transaction that makes it due. */
const PASSAGES_PER_SOURCE = 1_500;

const fixture = () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-writer-"));
  const path = join(directory, "c.db");
  const texts = new ZipfTexts(9, 3_000);
  const model = new Map<string, Passage>();
  const put = (writer: CollectionWriter, first: number, count: number): void => {
    const passages = Array.from({ length: count }, (_, offset): Passage => {
      const id = `chunk-${first + offset}`;
      const text = texts.text(8);
      return { id, documentId: "d", generation: 1, chunkIndex: 0, text, contextText: "", metadata: {}, tokenCount: 1 };
    });
    writer.run([{ kind: "put", passages }]);
    for (const passage of passages) model.set(passage.id, passage);
  };
  const remove = (writer: CollectionWriter, from: number, to: number, step = 1): void => {
    const ids = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => `chunk-${from + index * step}`);
    writer.run([{ kind: "removeIds", ids }]);
    for (const id of ids) model.delete(id);
  };
  const check = (): void => {
    const reader = openReader(path);
    for (let number = 0; number < 3; number++) {
      const query = texts.query(3, 0, 300);
      const { hits } = reader.run({ kind: "keywordSearch", query, topK: 10_000 }) as ReturnType<
        CollectionReader["run"]
      > & {
        readonly hits: readonly { readonly id: string; readonly score: number }[];
      };
      const expected = referenceSearch(model.values(), query);
      expect(hits.length).toBe(expected.length);
      for (const [rank, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[rank]!.score, 6);
    }
    reader.close();
  };
  return { path, put, remove, check, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
};

test("passages deleted during a merge stay deleted, even a whole source", () => {
  using files = fixture();
  const writer = new CollectionWriter(files.path, "c", { make: true });
  for (let source = 0; source < SOURCES; source++) files.put(writer, source * PASSAGES_PER_SOURCE, PASSAGES_PER_SOURCE);
  expect(writer.needsMaintenance).toBe(true);
  writer.maintain(0);
  expect(writer.needsMaintenance).toBe(true);
  files.remove(writer, 0, PASSAGES_PER_SOURCE, 3);
  files.remove(writer, PASSAGES_PER_SOURCE, 2 * PASSAGES_PER_SOURCE);
  writer.maintain(0);
  files.put(writer, 100_000, 300);
  files.remove(writer, 4_000, 4_100);
  files.check();
  while (writer.maintain(1));
  files.check();
  writer.close();
});

test("a merge interrupted by closing the writer leaves search results correct", () => {
  using files = fixture();
  const first = new CollectionWriter(files.path, "c", { make: true });
  for (let source = 0; source < SOURCES; source++) files.put(first, source * PASSAGES_PER_SOURCE, PASSAGES_PER_SOURCE);
  first.maintain(0);
  first.close();
  const second = new CollectionWriter(files.path, "c", { make: true });
  files.check();
  files.remove(second, 0, 5_500);
  while (second.maintain(10));
  files.check();
  second.close();
});

test("a file with outdated postings is recognized while another connection writes it", () => {
  using files = fixture();
  const writer = new CollectionWriter(files.path, "c", { make: true });
  files.put(writer, 0, 10);
  writer.close();
  using rebuild = new DatabaseSync(files.path);
  rebuild.exec("update state set postings_version = -postings_version; begin immediate");
  expect(() => new CollectionWriter(files.path, "c", { mayRebuild: false })).toThrow(OutdatedPostings);
});

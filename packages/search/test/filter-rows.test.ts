import type { Passage } from "@quarry/index";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { compileFilter, type Filter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { filterArbitrary, metadataArbitrary } from "@quarry/plugin-testkit";
import { GivenUp } from "@quarry/plugin/workers/inside";
import fc from "fast-check";
import { expect, test } from "vitest";
import { takeFacts } from "./support/remove-field-values.ts";

import type { Answers } from "../../index/src/passages/protocol.ts";
import { openReader } from "./support/open-reader.ts";
import type { CollectionReader } from "../../index/src/storage/collection-reader.ts";
import { CollectionWriter } from "../../index/src/storage/collection-writer.ts";

const ROUNDS = 24;
const PASSAGES = 60;
const FILTERS = 40;
/** Number of shared documents. A passage whose document number is not below it has a document of its own. */
const DOCUMENTS = 5;

interface Home {
  readonly path: string;
  readonly model: Map<string, Passage>;
  readonly writer: () => CollectionWriter;
  readonly reopen: () => void;
  readonly put: (passages: readonly Passage[]) => void;
  readonly remove: (ids: readonly string[]) => void;
}

const withHome = (work: (home: Home) => void): void => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-facts-"));
  const path = join(directory, "c.db");
  let writer = new CollectionWriter(path, "c", { make: true });
  const model = new Map<string, Passage>();
  try {
    work({
      path,
      model,
      writer: () => writer,
      reopen: () => {
        writer.close();
        writer = new CollectionWriter(path, "c");
      },
      put: (passages) => {
        writer.run([{ kind: "put", passages }]);
        for (const passage of passages) model.set(passage.id, passage);
      },
      remove: (ids) => {
        writer.run([{ kind: "removeIds", ids }]);
        for (const id of ids) model.delete(id);
      },
    });
  } finally {
    writer.close();
    rmSync(directory, { recursive: true });
  }
};

/** Every passage contains the search term, so the filter alone determines the results. */
const passageOf = (number: number, documentId: string, metadata: JsonObject): Passage => {
  const own = { page: number % 3 === 0 ? null : number % 5, section: ["One", `S${number % 4}`], chunk_index: number };
  return {
    ...{ id: `p-${number}`, documentId, generation: documentId === "" ? 0 : 1, chunkIndex: number },
    ...{ text: `common ${"word ".repeat(number % 7)}`, contextText: "", tokenCount: 1 },
    metadata: documentId === "" ? metadata : { ...metadata, ...own },
  };
};

const found = (reader: CollectionReader, filter: Filter): readonly string[] => {
  const request = { kind: "keywordSearch", query: "common", topK: 10_000, filter } as const;
  return (reader.run(request) as Answers["keywordSearch"]).hits.map(({ id }) => id).toSorted();
};

const expected = (model: ReadonlyMap<string, Passage>, filter: Filter): readonly string[] => {
  const matches = compileFilter(filter);
  return [...model.values()].flatMap(({ id, metadata }) => (matches(metadata) ? [id] : [])).toSorted();
};

const checkAll = ({ path, model }: Home, filters: readonly Filter[]): void => {
  const reader = openReader(path);
  for (const filter of filters) expect(found(reader, filter)).toEqual(expected(model, filter));
  reader.close();
};

const ownConditions: readonly JsonObject[] = [
  { page: { $gte: 2 } },
  { page: null },
  { section: "S1", chunk_index: { $lt: 30 } },
  { $or: [{ "section.x": 1 }, { page: { $in: [1, 3] } }] },
  { section: { $contains: "One" }, page: { $exists: false } },
];

const filterTree: fc.Arbitrary<Filter> = fc
  .oneof(
    { weight: 5, arbitrary: filterArbitrary },
    { weight: 1, arbitrary: fc.constantFrom(...ownConditions) },
    {
      weight: 1,
      arbitrary: fc.tuple(filterArbitrary, fc.constantFrom(...ownConditions)).map((parts) => ({ $nor: parts })),
    },
  )
  .map((filters) => parseFilter(filters as JsonObject)!);

test(`filters on indexed field values match the reference evaluator (${ROUNDS * PASSAGES * FILTERS} pairs)`, () => {
  const metadata = fc.array(metadataArbitrary, { minLength: PASSAGES, maxLength: PASSAGES });
  const shared = fc.array(metadataArbitrary, { minLength: DOCUMENTS, maxLength: DOCUMENTS });
  const filters = fc.array(filterTree, { minLength: FILTERS / 2, maxLength: FILTERS / 2 });
  const isDirect = fc.array(fc.boolean(), { minLength: PASSAGES, maxLength: PASSAGES });
  fc.assert(
    fc.property(metadata, shared, isDirect, filters, filters, (own, ofDocuments, direct, first, second) => {
      withHome((home) => {
        const passages = own.map((each, number) => {
          if (direct[number]) return passageOf(number, "", each);
          const document = number % (DOCUMENTS + 2);
          return passageOf(
            number,
            document < DOCUMENTS ? `d${document}` : `own${number}`,
            ofDocuments[document] ?? each,
          );
        });
        home.put(passages.slice(0, 40));
        for (const passage of passages.slice(40)) home.put([passage]);
        home.remove(["p-3", "p-4", "p-41", "p-59"]);
        checkAll(home, first);
        // Deletes passages, along with documents that then have no passage, and replaces others.
        home.put(passages.slice(10, 14).map((passage) => ({ ...passage, metadata: own[0]! })));
        home.remove(Array.from({ length: 20 }, (_, number) => `p-${20 + number}`));
        while (home.writer().maintain(1));
        checkAll(home, second);
      });
    }),
    { numRuns: ROUNDS },
  );
}, 240_000);

const FILTER_LIST: readonly Filter[] = [
  { team: "search" },
  { team: { $ne: "search" } },
  { year: { $gte: 2_010, $lt: 2_020 } },
  { created_at: { $gte: "2026-02-01", $lt: "2026-03-01T00:00:00Z" } },
  { number: { $in: Array.from({ length: 400 }, (_, number) => number * 3) } },
  { name: { $in: Array.from({ length: 400 }, (_, number) => `name-${number * 5}`) } },
  { name: { $contains: "-77" } },
  { "nested.tags": { $contains: "b" } },
  { chunk_index: { $lt: 600 }, team: "search" },
  { $nor: [{ missing: { $exists: false } }] },
  { long: "x".repeat(200) },
  { long: { $gte: "x" } },
  { long: { $contains: "xxy" } },
  { odd: "\ufffd" },
  { odd: "\ud800" },
  { odd: { $gt: "\uffee" } },
].map((filters) => parseFilter(filters as JsonObject)!);

const ODD = ["\ud800", "\ud801", "\ufffd", "😀", "\uffee", "#".padEnd(44, "a"), "plain"];

const variousPassage = (number: number): Passage => {
  const day = String((number % 28) + 1).padStart(2, "0");
  return passageOf(number, number % 4 === 0 ? "" : `document-${Math.floor(number / 10)}`, {
    ...(number % 4 === 0 && { number }),
    ...{ team: Math.floor(number / 10) % 3 === 0 ? "search" : "other", year: 2_000 + (Math.floor(number / 10) % 30) },
    ...{ created_at: `2026-0${(Math.floor(number / 10) % 9) + 1}-${day}T10:00:00Z`, name: `name-${number}` },
    nested: [{ tags: ["a", number % 20 < 10 ? "b" : "c"] }, { tags: 5 }],
    long: number % 2 === 0 ? `${"x".repeat(200)}${number % 4 === 0 ? "" : "y"}` : "x",
    odd: ODD[number % ODD.length]!,
  });
};

test("filters find the same passages after a rebuild", () => {
  withHome((home) => {
    home.put(Array.from({ length: 300 }, (_, number) => variousPassage(number)));
    home.remove(["p-7", "p-8"]);
    checkAll(home, FILTER_LIST);
    const database = new DatabaseSync(home.path);
    database.exec("update state set postings_version = 1, version = version + 1");
    database.close();
    home.reopen();
    checkAll(home, FILTER_LIST);
  });
});

test("a file from before field values were indexed is rebuilt when it is opened, and filters then find the same passages", () => {
  withHome((home) => {
    home.put(Array.from({ length: 900 }, (_, number) => variousPassage(number)));
    home.put(Array.from({ length: 400 }, (_, number) => variousPassage(900 + number)));
    home.remove(Array.from({ length: 50 }, (_, number) => `p-${number * 7}`));
    while (home.writer().maintain(5));
    const previous = new DatabaseSync(home.path);
    takeFacts(previous);
    previous.close();
    home.reopen();
    checkAll(home, FILTER_LIST);
    home.put(Array.from({ length: 30 }, (_, number) => variousPassage(1_280 + number)));
    home.remove(Array.from({ length: 90 }, (_, number) => `p-${number * 11}`));
    while (home.writer().maintain(1));
    home.reopen();
    checkAll(home, FILTER_LIST);
    const database = new DatabaseSync(home.path);
    const plain = database.prepare("select count(*) as count from segment where kind = 0").get();
    const without = database.prepare("select count(*) as count from document where facts is null").get();
    expect([plain, without]).toEqual([{ count: 0 }, { count: 0 }]);
    database.close();
  });
});

test("a filtered search can be canceled at any checkpoint without affecting later searches", () => {
  withHome((home) => {
    home.put(Array.from({ length: 200 }, (_, number) => variousPassage(number)));
    const reader = openReader(home.path);
    for (const filter of FILTER_LIST) {
      for (let left = 0, isDone = false; !isDone; left += 1) {
        let scans = 0;
        try {
          reader.run({ kind: "keywordSearch", query: "common", topK: 3, filter }, () => {
            if (scans++ === left) throw new GivenUp();
          });
          isDone = true;
        } catch (error) {
          expect(error).toBeInstanceOf(GivenUp);
        }
      }
      expect(found(reader, filter)).toEqual(expected(home.model, filter));
    }
    reader.close();
  });
});

import {
  canonicalFilter,
  compileFilter,
  type Filter,
  type JsonObject,
  newId,
  parseFilter,
} from "@quarry/plugin/domain";
import { filterTreeArbitrary, metadataArbitrary } from "@quarry/plugin-testkit";
import type { CollectionRecord, DocumentRecord, DocumentSortKey, NewDocument } from "@quarry/store";
import { Effect } from "effect";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { externalIdOf } from "../src/document.ts";
import { documentFieldValues, previousFieldValues } from "../src/field-values/document-field-values.ts";
import { changeFieldValues } from "../src/field-values/write-field-values.ts";
import { type CreateDatabase, newCollection, newDocument, openTemporary } from "./fixture.ts";

const run = Effect.runPromise;
const filterOf = (filters: JsonObject): Filter => parseFilter(filters)!;

/** Returns the metadata that filters see for a document of which only the uploaded fields are known. */
const filterableMetadata = (document: DocumentRecord): JsonObject => ({
  ...document.metadata,
  document_id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  created_at: document.createdAt,
  content_hash: document.contentHash,
});

export const documentMatchesSuite = (createDatabase: CreateDatabase): void => {
  let store: Awaited<ReturnType<typeof openTemporary>>;
  let collection: CollectionRecord;

  beforeEach(async () => {
    store = await openTemporary(createDatabase);
    collection = await run(store.collections.insert(newCollection()));
    await run(store.documents.giveCanonicalForm);
  });
  afterEach(() => store.close());

  const add = (over: Partial<NewDocument> = {}) => run(store.documents.insert(newDocument(collection.id, over)));
  const idsOf = async (filters: JsonObject, match = {}) =>
    (await run(store.documents.idsMatching(collection.id, { filter: parseFilter(filters), ...match }, 10_000))).ids;

  const checkFilter = async (documents: readonly DocumentRecord[], filter: Filter) => {
    const matches = compileFilter(filter);
    const expected = documents.filter((document) => matches(filterableMetadata(document))).map(({ id }) => id);
    const { total, ids } = await run(store.documents.idsMatching(collection.id, { filter }, 10_000));
    expect(new Set(ids)).toEqual(new Set(expected));
    expect(total).toBe(expected.length);
  };

  describe("a filter", () => {
    test("agrees with the reference evaluator on random metadata", async () => {
      const documents: DocumentRecord[] = [];
      for (const metadata of fc.sample(metadataArbitrary, { numRuns: 60, seed: 58 }))
        documents.push(await add({ metadata }));
      for (const filter of fc.sample(filterTreeArbitrary, { numRuns: 200, seed: 58 })) {
        await checkFilter(documents, filter);
      }
    });

    test("with a range finds numbers and dates on both sides of every node", async () => {
      const numbers = [-1e300, -2048.5, -1, -0, 0, 1e-9, 1, 1.5, 2, 3, 255, 256, 1999, 2000, 2024, 1.7e12, 1.7e12 + 1];
      const dates = [
        ...["2023-12-31T23:59:59.999Z", "2024-01", "2024-01-01", "2024-01-01T00:00:00Z", "2024-01-31"],
        ...[
          "2024-02",
          "2024-02-29T12:00:00+01:00",
          "2024",
          "2024-12-31",
          "2025-01-01",
          "19",
          "later",
          "é",
          "\u{1F600}",
        ],
      ];
      const documents: DocumentRecord[] = [];
      for (const at of [...numbers, ...dates, ["2024-01-01", 5, "x"], [1, 2, 2024]])
        documents.push(await add({ metadata: { at } }));
      for (const value of [...numbers, ...dates, "2024-01-1", "2024-02-29T", "", "\uffff"]) {
        for (const op of ["gt", "gte", "lt", "lte"] as const) {
          await checkFilter(documents, canonicalFilter({ op, path: "at", value, negated: false }));
          await checkFilter(documents, canonicalFilter({ op, path: "at", value, negated: true }));
        }
      }
    });

    test("is exact for long strings, lone surrogates and too many values, which are not fully indexed", async () => {
      const long = `${"long ".repeat(200)}end`;
      const documents = [
        await add({ metadata: { text: long } }),
        await add({ metadata: { text: `${long}.` } }),
        await add({ metadata: { text: "half \ud83d" } }),
        await add({ metadata: { text: [long, "x"], tags: Array.from({ length: 3_000 }, (_, index) => index) } }),
        await add({ metadata: { text: "short" } }),
      ];
      for (const filters of [
        { text: long },
        { text: { $contains: "end" } },
        { text: { $contains: "end." } },
        { text: { $contains: "\ud83d" } },
        { text: { $gt: "long" } },
        { text: { $lt: `${long}!` } },
        { text: { $not_contains: "long" } },
        { tags: { $gte: 2_999 } },
        { tags: 17 },
        { tags: { $exists: false } },
      ]) {
        await checkFilter(documents, filterOf(filters));
      }
    });

    test("follows a document through its states and excludes a removed one", async () => {
      const document = await add({ metadata: { year: 2024 } });
      const other = await add({ metadata: { year: 2025 } });
      const withStatus = (status: DocumentRecord["status"]) => idsOf({}, { status });
      expect(await withStatus("pending")).toEqual([document.id, other.id]);
      await run(store.documents.beginProcessing(document.id, 1));
      expect(await withStatus("pending")).toEqual([other.id]);
      expect(await withStatus("processing")).toEqual([document.id]);
      const info = { title: "Report", language: "en", createdAt: "2024-05-06T00:00:00.000Z" };
      await run(store.documents.finishReady(document.id, 1, { chunkCount: 3, tokenCount: 30, info }));
      expect(await withStatus("ready")).toEqual([document.id]);
      expect(await idsOf({ title: "Report", file_created_at: { $lt: "2024-06" }, year: 2024 })).toEqual([document.id]);
      await run(store.documents.restart(collection.id, document.id));
      await run(store.documents.finishFailed(document.id, 2, { message: "no", by: "file" }));
      expect(await idsOf({}, { failedBy: "file" })).toEqual([document.id]);
      await run(store.documents.restart(collection.id, document.id));
      expect(await idsOf({}, { failedBy: "file" })).toEqual([]);
      expect(await idsOf({ title: { $exists: true } }, { status: "pending" })).toEqual([document.id]);
      await run(store.documents.remove(collection.id, document.id));
      expect(await idsOf({ title: { $exists: true } })).toEqual([]);
      expect(await idsOf({ year: { $ne: 2000 } })).toEqual([other.id]);
    });
  });

  test("removing a collection removes the indexed field values of its documents", async () => {
    for (let index = 0; index < 5; index += 1)
      await add({ metadata: { tags: Array.from({ length: 150 }, (_, tag) => `${index}/${tag}`) } });
    const fieldValueRows = () =>
      run(
        store.database.read(async (kysely) => {
          const fieldValueRows = kysely.selectFrom("document_facts").where("collection_id", "=", collection.id);
          return Number(
            (await fieldValueRows.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow()).total,
          );
        }),
      );
    expect(await fieldValueRows()).toBeGreaterThan(500);
    await run(store.collections.remove(collection.id, () => Effect.void));
    await run(store.collections.removeDocuments(collection.id));
    expect(await fieldValueRows()).toBe(0);
  });

  test("documents of a version without indexed field values are indexed", async () => {
    const documents = [
      await add({ metadata: { year: 1 } }),
      await add({ filename: "Grüße.PDF", metadata: { year: 2 } }),
    ];
    await run(
      store.database.run(async (kysely) => {
        await kysely.updateTable("documents").set({ number: null, filename_key: "" }).execute();
        await kysely.deleteFrom("document_facts").execute();
      }),
    );
    expect(await run(Effect.flip(store.documents.idsMatching(collection.id, {}, 10)))).toMatchObject({
      code: "unavailable",
    });
    expect(await run(store.documents.indexFieldValues)).toBe(2);
    expect(await idsOf({ year: { $gte: 2 } }, { filename: "GRÜSSE".replace("SS", "ß") })).toEqual([documents[1]!.id]);
    expect(await run(store.documents.indexFieldValues)).toBe(0);
  });

  describe("documents written before canonical forms existed", () => {
    const NAME = "Gebühren.txt".normalize("NFD");
    const METADATA: JsonObject = { when: "2024-03-11T01:00:00+01:00", ort: "Köln".normalize("NFD") };

    /** Writes field values, keys and own ids in the previous format. */
    const writePreviousFieldValues = () =>
      run(
        store.database.run(async (kysely) => {
          for (const row of await kysely.selectFrom("documents").selectAll().execute()) {
            const externalId = externalIdOf(row);
            const columns = {
              filename_key: row.filename.toLowerCase(),
              external_id: externalId === null ? null : Buffer.from(externalId),
              external_id_sent: null,
            };
            await kysely.updateTable("documents").set(columns).where("id", "=", row.id).execute();
            const rowKey = { collectionId: row.collection_id, number: row.number };
            await changeFieldValues(kysely, rowKey, documentFieldValues(row), previousFieldValues(row));
          }
          await kysely.deleteFrom("meta").execute();
        }),
      );

    const expectFound = async (id: string, other: string) => {
      expect(await idsOf({ when: "2024-03-11" })).toEqual([id]);
      expect(await idsOf({ when: { $lt: "2024-03-11T00:00:00.1Z" } })).toEqual([id]);
      expect(await idsOf({ ort: "Köln" })).toEqual([id]);
      expect(await idsOf({ when: { $ne: "2024-03-11" } })).toEqual([other]);
    };

    test("are found before and after their conversion, despite changes in between", async () => {
      const document = await add({ filename: NAME, externalId: NAME, metadata: METADATA });
      const other = await add({ metadata: { when: "2024-03-12" } });
      await writePreviousFieldValues();
      await expectFound(document.id, other.id);
      const metadata = { when: "2024-03-13T00:00:00.000Z" };
      await run(store.database.transaction((within) => store.documents.change(other, { metadata }, undefined, within)));
      await expectFound(document.id, other.id);

      expect(await run(store.documents.giveCanonicalForm)).toBe(2);
      expect(await run(store.documents.giveCanonicalForm)).toBe(0);
      await expectFound(document.id, other.id);
      expect(await idsOf({ when: { $gte: "2024-03-12", $lt: "2024-03-13" } })).toEqual([]);
      expect(await idsOf({}, { filename: "GEBÜHR" })).toEqual([document.id]);
      const { facets } = await run(store.documents.countFacets(collection.id, { fields: ["when", "ort"], limit: 9 }));
      expect(facets.map(({ values }) => values)).toEqual([
        [
          { value: "2024-03-11", count: 1 },
          { value: "2024-03-13", count: 1 },
        ],
        [{ value: "Köln", count: 1 }],
      ]);
      for (const id of [NAME, NAME.normalize("NFC")]) {
        expect(await run(store.documents.findByExternalId(collection.id, id))).toMatchObject({ externalId: NAME });
      }
    });

    test("retain their external id if another document has the same one in NFC", async () => {
      const first = await add({ externalId: NAME });
      await writePreviousFieldValues();
      const second = await add({ externalId: NAME.normalize("NFC") });
      expect(await run(store.documents.giveCanonicalForm)).toBe(2);
      const found = await run(store.documents.findByExternalId(collection.id, NAME));
      expect([found?.id, (await run(store.documents.findById(first.id)))?.externalId]).toEqual([second.id, NAME]);
    });
  });

  describe("a sorted list", () => {
    const SORTED_BY: Record<DocumentSortKey, (document: DocumentRecord) => string | number> = {
      created_at: ({ createdAt }) => createdAt,
      updated_at: ({ updatedAt }) => updatedAt,
      filename: ({ filename }) => filename.toLowerCase(),
      file_size: ({ fileSize }) => fileSize,
      chunk_count: ({ chunkCount }) => chunkCount,
    };

    test("contains each match once, in order, by cursors and by offsets, for few or many matches", async () => {
      const restored = Array.from({ length: 4_400 }, (_, index) => ({
        ...newDocument(collection.id, { id: newId() }),
        filename: `${["Report", "report", "Ärger", "note"][index % 4]}-${index % 37}.pdf`,
        fileSize: (index * 7_919) % 1_000,
        metadata: { half: index % 2, rare: index % 800 },
        createdAt: new Date(1_700_000_000_000 + (index % 500) * 1_000).toISOString(),
        run: { chunkCount: index % 11, tokenCount: index, info: null },
      }));
      const all: DocumentRecord[] = [];
      for (let start = 0; start < restored.length; start += 400)
        all.push(...(await run(store.documents.restore(restored.slice(start, start + 400)))));
      const cases: readonly [JsonObject, { filename?: string }][] = [
        [{}, {}],
        [{ half: 1 }, {}],
        [{ rare: 3 }, {}],
        [{ half: 0 }, { filename: "REPORT-1" }],
        [{}, { filename: "R" }],
      ];
      for (const [filters, match] of cases) {
        const filter = parseFilter(filters);
        const matches = filter === undefined ? () => true : compileFilter(filter);
        const part = match.filename?.toLowerCase() ?? "";
        const matching = all.filter(
          (document) => matches(filterableMetadata(document)) && document.filename.toLowerCase().includes(part),
        );
        for (const key of Object.keys(SORTED_BY) as DocumentSortKey[]) {
          for (const isDescending of [false, true]) {
            const expected = [...matching].sort((one, other) => {
              const [a, b] = [SORTED_BY[key](one), SORTED_BY[key](other)];
              const order =
                typeof a === "number" ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
              return (order || (one.id < other.id ? -1 : 1)) * (isDescending ? -1 : 1);
            });
            const request = { filter, ...match, sort: { key, isDescending }, limit: 777, offset: 0 };
            const listed: string[] = [];
            let page = await run(store.documents.listSorted(collection.id, request));
            for (;;) {
              expect(page.total).toBe(expected.length);
              listed.push(...page.items.map(({ id }) => id));
              if (page.next === undefined) break;
              page = await run(store.documents.listSorted(collection.id, { ...request, after: page.next }));
            }
            expect(listed).toEqual(expected.map(({ id }) => id));
            const skipped = await run(store.documents.listSorted(collection.id, { ...request, offset: 700, limit: 5 }));
            expect(skipped.items.map(({ id }) => id)).toEqual(expected.slice(700, 705).map(({ id }) => id));
          }
        }
      }
    }, 240_000);
  });

  test("facets count the values of documents", async () => {
    const long = "x".repeat(1_000);
    const all = [
      { kind: "a", tags: ["red", "blue"], price: 3, at: "2024-05-01" },
      { kind: "b", tags: ["red"], price: -1.5, at: "2023-01-01T10:00:00Z" },
      { kind: "a", tags: [], price: "dear", many: Array.from({ length: 3_000 }, (_, index) => index) },
      { kind: true, long },
      { kind: 5, long },
    ];
    for (const metadata of all) await add({ metadata });
    const counted = await run(
      store.documents.countFacets(collection.id, {
        fields: ["kind", "tags", "price", "at", "long", "none", "many"],
        limit: 3,
      }),
    );
    const [kind, tags, price, at, longer, none, many] = counted.facets;
    expect(counted.total).toBe(5);
    expect(kind).toMatchObject({
      values: [
        { value: "a", count: 2 },
        { value: true, count: 1 },
        { value: 5, count: 1 },
      ],
      valueCount: 4,
      present: 5,
      missing: 0,
      numbers: { min: 5, max: 5 },
    });
    expect(tags).toMatchObject({
      values: [
        { value: "red", count: 2 },
        { value: "blue", count: 1 },
      ],
      present: 3,
      missing: 2,
    });
    expect(price).toMatchObject({ numbers: { min: -1.5, max: 3 }, valueCount: 3, missing: 2, dates: undefined });
    expect(at).toMatchObject({ dates: { min: "2023-01-01T10:00:00Z", max: "2024-05-01" }, numbers: undefined });
    expect(longer).toMatchObject({ values: [{ value: long, count: 2 }], missing: 3 });
    expect(none).toMatchObject({ values: [], valueCount: 0, present: 0, missing: 5 });
    expect(many).toMatchObject({ valueCount: 3_000, present: 1, numbers: { min: 0, max: 2_999 } });
    const filtered = await run(
      store.documents.countFacets(collection.id, { fields: ["tags"], limit: 10, filter: filterOf({ kind: "b" }) }),
    );
    expect(filtered).toMatchObject({ total: 1, facets: [{ values: [{ value: "red", count: 1 }], valueCount: 1 }] });
  });

  test("facets count all values, regardless of their number and across document blocks", async () => {
    // More values than are read at once, some of them in two blocks of numbers, including values with commas and
    // digits.
    const each = 2_000;
    for (const first of [0, 1_500, 3_000, 4_500]) {
      await add({ metadata: { tags: Array.from({ length: each }, (_, at) => `t,${first + at}=.:`) } });
    }
    await run(store.database.run((kysely) => kysely.updateTable("collections").set({ last_number: 8_200 }).execute()));
    const last = await add({ metadata: { tags: ["t,5999=.:", "zz"] } });
    const [tags] = (await run(store.documents.countFacets(collection.id, { fields: ["tags"], limit: 2 }))).facets;
    expect(tags).toMatchObject({ valueCount: 6_501, present: 5 });
    expect(tags!.values).toEqual([
      { value: "t,1500=.:", count: 2 },
      { value: "t,1501=.:", count: 2 },
    ]);
    expect(await idsOf({ tags: { $contains: "t,5999=.:" } })).toHaveLength(2);
    expect(await idsOf({ tags: { $contains: "zz" } })).toEqual([last.id]);
  });
};

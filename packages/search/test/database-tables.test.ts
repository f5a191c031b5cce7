import { ANALYZER_VERSION } from "@quarry/plugin/text";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Passage } from "../src/index.ts";
import { failure, type OpenIndex, openLayer, run, SharedDatabase } from "./support/index-home.ts";
import { countRows } from "./support/index-tables.ts";
import { passageOf } from "./support/passage-of.ts";
import { referenceSearch } from "./support/reference-bm25.ts";
import { ZipfTexts } from "./support/zipf-text.ts";

// What the index keeps in its tables; SQLite stands for any database here.

let database: SharedDatabase;
let open: OpenIndex;
const openIndex = async () => openLayer(await database.layer({ mergedGraceMs: 0 }));

beforeEach(async () => {
  database = new SharedDatabase();
  open = await openIndex();
});
afterEach(async () => {
  await open.close();
  await database.remove();
});

const expectAsInBook = async (model: ReadonlyMap<string, Passage>, query: string): Promise<void> => {
  const { hits } = await run(open.index.keywordSearch("c", { query, topK: 10_000 }));
  const expected = referenceSearch(model.values(), query);
  expect(hits.length).toBe(expected.length);
  for (const [rank, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[rank]!.score, 6);
};

test("segments are merged behind the writes, and nothing stays of those that were", async () => {
  const { index } = open;
  const texts = new ZipfTexts(3, 500);
  const model = new Map<string, Passage>();
  await run(index.ensure("c"));
  for (let round = 0; round < 60; round++) {
    const passages = Array.from({ length: 20 }, (_, offset) => passageOf(round * 10 + offset, texts.text(8)));
    for (const passage of passages) model.set(passage.id, passage);
    await run(index.put("c", passages));
    if (round % 10 === 9) await expectAsInBook(model, texts.query(3, 0, 100));
  }
  // Sixty puts; at most three segments of each of four sizes stay when all merges are done, and their blocks alone.
  await expect
    .poll(() => database.run((kysely) => kysely.selectFrom("passage_segments").select("status").execute()), {
      timeout: 60_000,
      interval: 200,
    })
    .toSatisfy((rows: readonly { status: number }[]) => rows.length <= 12 && rows.every(({ status }) => status === 1));
  const blocks = await database.run((kysely) =>
    kysely.selectFrom("passage_blocks").select("segment").distinct().execute(),
  );
  const segments = await database.run((kysely) => kysely.selectFrom("passage_segments").select("number").execute());
  expect(blocks.map(({ segment }) => segment).toSorted()).toEqual(segments.map(({ number }) => number).toSorted());
  await expectAsInBook(model, texts.query(3, 0, 100));
  expect(await run(index.count("c"))).toBe(model.size);
}, 120_000);

test("of a dropped collection nothing is left; what a process left behind that died in a drop is removed", async () => {
  const { index } = open;
  for (const name of ["c", "half"]) {
    await run(index.ensure(name));
    await run(index.put(name, [passageOf(1, "granite"), passageOf(2, "marble")]));
    await run(index.removeIds(name, ["chunk-1"]));
  }
  await run(index.drop("c"));
  await database.run((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set({ collection_id: null })
      .where("collection_id", "=", "half")
      .execute(),
  );
  expect((await failure(index.count("half"))).reason).toBe("not_found");
  await open.close();
  open = await openIndex();
  await expect
    .poll(() => database.run((kysely) => countRows(kysely)), { timeout: 60_000, interval: 100 })
    .toEqual({ passages: 0, passage_documents: 0, passage_segments: 0, passage_deletions: 0, passage_blocks: 0 });
});

test("what a process left behind that died in a merge is removed, and its sources are merged by others", async () => {
  const { index } = open;
  await run(index.ensure("c"));
  await run(index.put("c", [passageOf(1, "granite")]));
  await open.close();
  const anHourAgo = Date.now() - 3_600_000;
  await database.run(async (kysely) => {
    const { collection, number } = await kysely
      .selectFrom("passage_segments")
      .select(["collection", "number"])
      .executeTakeFirstOrThrow();
    const bytes = new Uint8Array(3);
    await kysely.insertInto("passage_blocks").values({ collection, segment: 900, block: 0, data: bytes }).execute();
    await kysely
      .insertInto("passage_segments")
      .values({
        collection,
        number: 900,
        status: 0,
        since: anHourAgo,
        born: 0,
        first_seq: 0,
        row_count: 0,
        live_count: 0,
        live_length: 0,
        block_count: 1,
        sources: JSON.stringify([number]),
        terms: bytes,
        data: bytes,
      })
      .execute();
  });
  open = await openIndex();
  const read = () =>
    database.run(async (kysely) => ({
      segments: await kysely.selectFrom("passage_segments").select("number").where("number", ">=", 900).execute(),
      blocks: await kysely.selectFrom("passage_blocks").select("segment").where("segment", ">=", 900).execute(),
    }));
  await expect.poll(read, { timeout: 60_000, interval: 100 }).toEqual({ segments: [], blocks: [] });
  for (let number = 2; number < 12; number++) await run(open.index.put("c", [passageOf(number, "granite")]));
  await expect
    .poll(() => database.run((kysely) => countRows(kysely)), { timeout: 60_000, interval: 100 })
    .toSatisfy((rows: Record<string, number>) => rows["passage_segments"]! < 6);
  expect((await run(open.index.keywordSearch("c", { query: "granite", topK: 20 }))).hits.length).toBe(11);
});

test("postings that another analyzer made are rebuilt from the texts, by a read or by a write", async () => {
  const { index } = open;
  await run(index.ensure("c"));
  await run(index.put("c", [passageOf(1, "granite rock"), passageOf(2, "marble rock"), passageOf(3, "rock")]));
  await run(index.removeIds("c", ["chunk-3"]));
  const search = () => run(open.index.keywordSearch("c", { query: "rock marble", topK: 9 }));
  const before = await search();
  const outdate = () =>
    database.run(async (kysely) => {
      await kysely
        .updateTable("passage_collections")
        .set({ analyzer_version: ANALYZER_VERSION - 1 })
        .execute();
      await kysely.deleteFrom("passage_blocks").execute();
    });
  await outdate();
  expect(await search()).toEqual(before);
  await outdate();
  await run(index.put("c", [passageOf(3, "rock")]));
  await run(index.removeIds("c", ["chunk-3"]));
  expect(await search()).toEqual(before);
  expect(before.hits.length).toBe(2);
});

test("an older build leaves the postings of a newer one alone, and says so", async () => {
  const { index } = open;
  await run(index.ensure("c"));
  await database.run((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set({ analyzer_version: ANALYZER_VERSION + 1 })
      .execute(),
  );
  for (const effect of [
    index.keywordSearch("c", { query: "rock", topK: 1 }),
    index.put("c", [passageOf(1, "granite")]),
  ]) {
    const error = await failure(effect);
    expect([error.reason, error.isRetryable]).toEqual(["unavailable", true]);
    expect(error.message).toContain("newer version of the service");
  }
});

test("ids longer than the tables hold are refused by name, and spoil no put that comes with them", async () => {
  const { index } = open;
  await run(index.ensure("c"));
  const long = failure(index.put("c", [passageOf(1, "granite", { id: "é".repeat(800) })]));
  await run(index.put("c", [passageOf(2, "marble"), passageOf(3, "slate", { id: "é".repeat(768) })]));
  expect((await long).message).toContain("a passage's id has at most 1536 bytes of UTF-8, got 1600");
  expect(await run(index.count("c"))).toBe(2);
});

import { PluginError } from "@quarry/plugin";
import { ANALYZER_VERSION } from "@quarry/text";
import { Effect, Layer, Logger } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failure, type OpenIndex, openLayer, run, SharedDatabase, wordsIn } from "./support/index-home.ts";
import { countRows } from "./support/index-tables.ts";
import { passageOf } from "./support/passage-of.ts";
import { PlainTermIndex } from "./support/plain-term-index.ts";

// Tests of the index's tables and its term store. SQLite and in-memory maps stand in for the real ones.

let terms: PlainTermIndex;
let database: SharedDatabase;
let open: OpenIndex;
const openIndex = async () => openLayer(await database.layer());

beforeEach(async () => {
  terms = new PlainTermIndex();
  database = new SharedDatabase(terms);
  open = await openIndex();
});
afterEach(async () => {
  await open.close();
  await database.remove();
});

const reopen = async (): Promise<void> => {
  await open.close();
  open = await openIndex();
};

const found = async (query: string, collection = "c"): Promise<readonly string[]> => {
  const { hits } = await run(open.index.keywordSearch(collection, { query, topK: 5_000 }));
  return hits.map(({ id }) => id);
};

const put = (from: number, to: number, text: string) =>
  open.index.put(
    "c",
    Array.from({ length: to - from }, (_, offset) => passageOf(from + offset, text)),
  );

test("a dropped collection leaves no rows or terms, and an interrupted drop is completed after a restart", async () => {
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
  await reopen();
  await expect
    .poll(() => database.run((kysely) => countRows(kysely)), { timeout: 60_000, interval: 100 })
    .toEqual({ passages: 0, passage_documents: 0, word_writes: 0, former_words: 0 });
  expect(terms.size).toBe(0);
});

test("terms of another analyzer version are rebuilt from the texts, by a read or by a write", async () => {
  const { index } = open;
  await run(index.ensure("c"));
  await run(index.put("c", [passageOf(1, "granite rock"), passageOf(2, "marble rock"), passageOf(3, "rock")]));
  await run(index.removeIds("c", ["chunk-3"]));
  const search = () => run(open.index.keywordSearch("c", { query: "rock marble", topK: 9 }));
  const before = await search();
  const outdate = async () => {
    await database.run((kysely) =>
      kysely
        .updateTable("passage_collections")
        .set({ analyzer_version: ANALYZER_VERSION - 1, live_length: 100 })
        .execute(),
    );
    await database.run((kysely) => kysely.updateTable("passages").set({ length: 50 }).execute());
    terms.lose();
  };
  await outdate();
  expect(await search()).toEqual(before);
  await outdate();
  await run(index.put("c", [passageOf(3, "rock")]));
  await run(index.removeIds("c", ["chunk-3"]));
  expect(await search()).toEqual(before);
  expect(before.hits.length).toBe(2);
});

test("an older build rejects calls on terms of a newer one and reports the reason", async () => {
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

test("ids that are too long are rejected with the limit, without affecting a concurrent put", async () => {
  const { index } = open;
  await run(index.ensure("c"));
  const long = failure(index.put("c", [passageOf(1, "granite", { id: "é".repeat(800) })]));
  await run(index.put("c", [passageOf(2, "marble"), passageOf(3, "slate", { id: "é".repeat(768) })]));
  expect((await long).message).toContain("a passage's id has at most 1536 bytes of UTF-8, got 1600");
  expect(await run(index.count("c"))).toBe(2);
  expect(terms.size).toBe(2);
});

describe("a term store", () => {
  const away = new PluginError({ plugin: "store", reason: "unavailable", message: "the server is read-only" });

  test("that is unavailable fails searches and puts with its reason, allows deletes, and is cleaned up later", async () => {
    const { index } = open;
    await run(index.ensure("c"));
    await run(put(0, 4, "granite"));
    terms.failure = away;
    for (const effect of [index.keywordSearch("c", { query: "granite", topK: 1 }), put(4, 6, "granite")]) {
      const error = await failure(effect);
      expect([error.reason, error.isRetryable]).toEqual(["terms_unavailable", true]);
      expect(error.message).toContain("the server is read-only");
    }
    expect(await run(index.removeIds("c", ["chunk-1"]))).toBe(1);
    expect(await run(index.count("c"))).toBe(3);
    terms.failure = undefined;
    // Not found even before cleanup.
    expect(await found("granite")).toEqual(["chunk-0", "chunk-2", "chunk-3"]);
    await expect.poll(() => terms.size, { timeout: 60_000, interval: 100 }).toBe(3);
    expect(await run(index.termFrequencies("c", ["granit"]))).toEqual({ documentCount: 3, documentFrequencies: [3] });
  });

  test("that fails during a put leaves none of its changes visible", async () => {
    const { index } = open;
    await run(index.ensure("c"));
    await run(put(0, 2, "granite"));
    const write = terms.put;
    terms.put = (name, records) =>
      Effect.andThen(write(name, records.slice(0, 1)), Effect.fail(away)) as ReturnType<typeof write>;
    expect((await failure(put(1, 4, "marble"))).reason).toBe("terms_unavailable");
    terms.put = write;
    expect(await found("marble granite")).toEqual(["chunk-0", "chunk-1"]);
    await expect.poll(() => terms.size, { timeout: 60_000, interval: 100 }).toBe(2);
    await run(put(1, 4, "marble"));
    expect(await found("marble")).toEqual(["chunk-1", "chunk-2", "chunk-3"]);
  });

  test("that lost a collection is refilled from the texts; a large one fails as words_pending meanwhile", async () => {
    const { index } = open;
    await run(index.ensure("c"));
    await run(put(0, 3, "granite rock"));
    const before = await run(index.keywordSearch("c", { query: "granite rock", topK: 3 }));
    terms.lose();
    expect(await run(index.keywordSearch("c", { query: "granite rock", topK: 3 }))).toEqual(before);
    await run(put(3, 2_500, "granite"));
    terms.lose();
    const error = await failure(index.keywordSearch("c", { query: "granite", topK: 3 }));
    expect([error.reason, error.isRetryable]).toEqual(["words_pending", true]);
    expect(error.message).toMatch(/are being written to the keyword index "words": \d+ % done/);
    // Passages written in the meantime are present in the end, and removed ones are absent.
    await run(index.put("c", [passageOf(9_000, "granite")]));
    await run(index.removeIds("c", ["chunk-7"]));
    await expect
      .poll(
        () =>
          found("granite").then(
            (ids) => ids.length,
            () => 0,
          ),
        { timeout: 60_000, interval: 100 },
      )
      .toBe(2_500);
    expect(await run(index.termFrequencies("c", ["rock"]))).toEqual({ documentCount: 2_500, documentFrequencies: [3] });
    await expect.poll(() => terms.size, { timeout: 60_000, interval: 100 }).toBe(2_500);
  });

  test("is filled with existing collections in steps, continued at the next start", async () => {
    const { index } = open;
    await run(index.ensure("c"));
    await run(put(0, 1_500, "granite"));
    await run(index.removeIds("c", ["chunk-3"]));
    // State after a migration.
    await open.close();
    terms.lose();
    await database.run((kysely) =>
      kysely.updateTable("passage_collections").set({ words_place: "", words_version: 0 }).execute(),
    );
    const write = terms.put;
    let steps = 0;
    terms.put = (name, records) => (++steps > 2 ? Effect.fail(away) : write(name, records));
    open = await openIndex();
    await expect.poll(() => steps, { timeout: 60_000, interval: 20 }).toBeGreaterThan(2);
    await open.close();
    const { words_filled } = await database.run((kysely) =>
      kysely.selectFrom("passage_collections").select("words_filled").executeTakeFirstOrThrow(),
    );
    expect(Number(words_filled)).toBeGreaterThan(0);
    expect(terms.size).toBeLessThan(1_499);
    terms.put = write;
    open = await openIndex();
    await expect
      .poll(
        () =>
          found("granite").then(
            (ids) => ids.length,
            () => 0,
          ),
        { timeout: 60_000, interval: 100 },
      )
      .toBe(1_499);
    expect(terms.size).toBe(1_499);
  });

  test("loses the terms of a process that died before its transaction", async () => {
    const { index } = open;
    await run(index.ensure("c"));
    await run(put(0, 2, "granite"));
    const { number } = await database.run((kysely) =>
      kysely.selectFrom("passage_collections").select("number").executeTakeFirstOrThrow(),
    );
    const { value } = await database.run((kysely) =>
      kysely.selectFrom("meta").select("value").where("name", "=", "words_owner").executeTakeFirstOrThrow(),
    );
    await run(
      terms.put(`w${value}_${number}`, [
        { key: "77", rank: "x", terms: new Map([["granit", 1]]), length: 1, words: [], metadata: {} },
      ]),
    );
    const anHourAgo = Date.now() - 3_600_000;
    await database.run((kysely) =>
      kysely
        .insertInto("word_writes")
        .values({ collection: number, kind: 0, since: anHourAgo, seqs: "[77]" })
        .execute(),
    );
    expect(await found("granite")).toEqual(["chunk-0", "chunk-1"]);
    expect(await run(index.termFrequencies("c", ["granit"]))).toEqual({ documentCount: 2, documentFrequencies: [2] });
    await reopen();
    await expect.poll(() => terms.size, { timeout: 60_000, interval: 100 }).toBe(2);
    expect(await run(open.index.termFrequencies("c", ["granit"]))).toEqual({
      documentCount: 2,
      documentFrequencies: [2],
    });
  });

  test("is filled when it replaces another one", async () => {
    await run(open.index.ensure("c"));
    await run(put(0, 20, "granite"));
    const second = new PlainTermIndex();
    const other = await openLayer(await database.layer({ ...wordsIn(second), name: "second" }));
    const { hits } = await run(other.index.keywordSearch("c", { query: "granite", topK: 50 }));
    expect(hits.length).toBe(20);
    expect(second.size).toBe(20);
    await other.close();
  });

  test("that was replaced is emptied once its successor has the terms, including dropped collections", async () => {
    await run(open.index.ensure("c"));
    await run(open.index.ensure("dropped"));
    await run(put(0, 20, "granite"));
    await run(open.index.put("dropped", [passageOf(1, "marble")]));
    await open.close();
    const second = new PlainTermIndex();
    const words = { ...wordsIn(second), name: "second" };
    const previous = () => database.run(countRows).then(({ former_words }) => former_words);
    // The store is no longer configured: its terms remain, and nothing waits for it.
    const log: string[] = [];
    const logger = Logger.layer([Logger.make(({ message }) => void log.push(String(message)))]);
    const alone = await openLayer((await database.layer(words)).pipe(Layer.provide(logger)));
    await run(alone.index.keywordSearch("c", { query: "granite", topK: 50 }));
    await run(alone.index.keywordSearch("dropped", { query: "marble", topK: 50 }));
    await run(alone.index.drop("dropped"));
    const reported = () => log.find((line) => line.startsWith('the store "words" still has terms of'));
    await expect.poll(reported, { timeout: 60_000, interval: 100 }).toBeDefined();
    await alone.close();
    expect([terms.size, second.size, await previous()]).toEqual([21, 20, 2]);
    // The store is unavailable for now: its terms remain.
    terms.failure = away;
    open = await openLayer(await database.layer(words, [wordsIn(terms)]));
    const claimed = () =>
      database.run((kysely) => kysely.selectFrom("former_words").selectAll().where("since", ">", 0).execute());
    await expect.poll(() => claimed().then(({ length }) => length), { timeout: 60_000, interval: 20 }).toBe(2);
    await open.close();
    expect([terms.size, await previous()]).toEqual([21, 2]);
    terms.failure = undefined;
    // As if the retry time had arrived.
    await database.run((kysely) => kysely.updateTable("former_words").set({ since: 0 }).execute());
    open = await openLayer(await database.layer(words, [wordsIn(terms)]));
    await expect.poll(previous, { timeout: 60_000, interval: 20 }).toBe(0);
    expect([terms.size, second.size]).toEqual([0, 20]);
    expect(await found("granite")).toHaveLength(20);
  });

  test("that was replaced is emptied of more collections than one batch covers", async () => {
    await run(open.index.ensure("c"));
    await run(put(0, 20, "granite"));
    await open.close();
    const place = "words";
    // Dropped collections. For one of them, a store that is not known has terms.
    const rows = Array.from({ length: 600 }, (_, number) => ({ collection: 100 + number, place, since: 0 }));
    const strange = { collection: 150, place: "unknown", since: 0 };
    await database.run((kysely) =>
      kysely
        .insertInto("former_words")
        .values([...rows, strange])
        .execute(),
    );
    const second = { ...wordsIn(new PlainTermIndex()), name: "second" };
    open = await openLayer(await database.layer(second, [wordsIn(terms)]));
    const left = () => database.run((kysely) => kysely.selectFrom("former_words").selectAll().execute());
    await expect.poll(left, { timeout: 60_000, interval: 50 }).toEqual([strange]);
    expect(terms.size).toBe(0);
  });

  test("that is configured again before its terms were removed retains them", async () => {
    await run(open.index.ensure("c"));
    await run(put(0, 20, "granite"));
    await open.close();
    const second = new PlainTermIndex();
    const alone = await openLayer(await database.layer({ ...wordsIn(second), name: "second" }));
    await run(alone.index.keywordSearch("c", { query: "granite", topK: 50 }));
    await alone.close();
    open = await openLayer(await database.layer(undefined, [{ ...wordsIn(second), name: "second" }]));
    await expect.poll(() => second.size, { timeout: 60_000, interval: 20 }).toBe(0);
    expect(await found("granite")).toHaveLength(20);
    expect(terms.size).toBe(20);
    expect(await database.run(countRows)).toMatchObject({ former_words: 0 });
  });
});

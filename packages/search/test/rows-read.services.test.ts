import { Database, mysqlDatabaseLayer } from "@quarry/store";
import { sql } from "kysely";
import { Effect, ManagedRuntime, Redacted } from "effect";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IndexDatabase, type Query } from "../src/database/index-database.ts";
import { listDirect } from "../src/database/direct-queries.ts";
import { readByIds, readChunks, readStretch, scanPassages } from "../src/database/passage-queries.ts";
import { readPassages, readSeqs } from "../src/external-terms/read-passages.ts";
import { run } from "./support/index-home.ts";
import { mariadbHomes } from "./support/mariadb-home.ts";
import { passageOf } from "./support/passage-of.ts";

// Regression: MariaDB started the join with the documents, and read all of their passages for each passage requested by
// id.

const PASSAGES = 3_000;
const ASKED = 20;
/** For each passage: its index entry, its row and its document. */
const MOST_ROWS = ASKED * 5;

const homes = mariadbHomes();
let collection: string;
let dispose: () => Promise<void>;
let database: IndexDatabase;
let number: number;
let seqs: readonly number[];

beforeAll(async () => {
  await using home = await homes.makeHome();
  collection = home.collection;
  const { index } = await home.open();
  await run(index.ensure(collection));
  const chunks = Array.from({ length: PASSAGES }, (_, number) => passageOf(number, "word"));
  const entries = chunks.map((chunk, number) => {
    return { ...chunk, id: `entry-${number}`, documentId: "", generation: 0, chunkIndex: 0, metadata: {} };
  });
  await run(index.put(collection, chunks));
  await run(index.put(collection, entries));
  const runtime = ManagedRuntime.make(mysqlDatabaseLayer({ url: Redacted.make(await homes.url()) }));
  dispose = () => runtime.dispose();
  database = new IndexDatabase(await runtime.runPromise(Effect.service(Database)));
  const [row] = await database.read((kysely) =>
    kysely.selectFrom("passage_collections").select("number").where("collection_id", "=", collection).execute(),
  );
  number = Number(row!.number);
  seqs = [...(await readSeqs(database.read, number, ids)).found.values()];
});

afterAll(async () => {
  await dispose();
  await homes.drop();
});

const ids = Array.from({ length: ASKED }, (_, index) => `${index % 2 === 0 ? "entry" : "chunk"}-${index * 100}`);
const handbook = { documentId: "handbook", generation: 1 };

const reads: Readonly<Record<string, (query: Query) => Promise<number>>> = {
  "passages by their ids": async (query) => (await readByIds(query, collection, ids)).length,
  "a page by ids": async (query) => (await scanPassages(query, collection, { after: "chunk-5", limit: ASKED })).length,
  "a page of a document": async (query) =>
    (await readChunks(query, collection, handbook, { after: 1_000, limit: ASKED })).passages.length,
  "neighbors in a document": async (query) =>
    (await readStretch(query, collection, { ...handbook, fromIndex: 1_001, toIndex: 1_000 + ASKED })).length,
  "a page of entries": async (query) =>
    (await listDirect(query, collection, { after: PASSAGES + 1_000, limit: ASKED, maxCharacters: 1_000_000 })).passages
      .length,
  "passages that a term store proposed": async (query) =>
    (await readPassages(query, number, seqs, { texts: false, metadata: false })).found.size,
};

/** Returns the number of rows and index entries that the session has read so far. */
const rowsRead = async (query: Query): Promise<number> => {
  const { rows } = await query((kysely) =>
    sql<{ readonly Value: string }>`show session status like 'Handler_read_%'`.execute(kysely),
  );
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
};

test.for(Object.keys(reads))("%s: no other rows are read", async (name) => {
  const [found, rows] = await database.transaction(async (query) => {
    const before = await rowsRead(query);
    const found = await reads[name]!(query);
    return [found, (await rowsRead(query)) - before];
  });
  expect(found).toBe(ASKED);
  expect(rows).toBeLessThan(MOST_ROWS);
});

import { PassageIndex, sqlitePassageIndexLayer } from "@quarry/index";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { COMMON, EVERYWHERE, madeUpWords, Random, RARE } from "@quarry/services/kit";
import { Effect, ManagedRuntime } from "effect";
import type { Bench, Case } from "../harness/bench.ts";
import { settled, taken } from "../harness/measure.ts";

const COLLECTION = "3f2b6a52-7d0c-4c55-9f0e-7a4f8f1c2d10";
const TOP_K = 10;
/** Passages per write, as in ingest. */
const BATCH = 256;
const CHUNKS_PER_DOCUMENT = 100;

const QUESTION = [EVERYWHERE, COMMON, EVERYWHERE, RARE, EVERYWHERE, COMMON, COMMON, EVERYWHERE, RARE, COMMON];
/** Range of word ranks per class; its queries have up to two words fewer. */
const CLASSES = {
  rare: [RARE, RARE, RARE, RARE],
  mixed: [RARE, COMMON, RARE, COMMON],
  common: [COMMON, COMMON, COMMON, COMMON],
  question: QUESTION,
  "long question": [...QUESTION, EVERYWHERE, COMMON, RARE, EVERYWHERE, COMMON],
};

export default {
  summary: "the passage index in process, 2 to 15 words over 100k passages, against SQLite FTS5 on the same text",
  run: async (bench) => {
    const runtime = ManagedRuntime.make(sqlitePassageIndexLayer({ directory: join(bench.directory, "passages") }));
    bench.use({ [Symbol.asyncDispose]: () => runtime.dispose() });
    const index = await runtime.runPromise(Effect.service(PassageIndex));
    const table = fullTextTable(bench);
    const random = new Random(3);
    const count = bench.rows(100_000, BATCH);
    const texts = Array.from({ length: count }, () => madeUpWords().passage(random.between(60, 100), random));
    bench.note(`${count} passages of 60 to 100 words`);
    const perPassage = async (work: () => Promise<void>) => ({ cpu: ((await taken(work)).cpuMs * 1_000) / count });
    await bench.compare({
      reference: "FTS5",
      ...{ rounds: 1, warmUp: 0 },
      subject: () =>
        perPassage(async () => {
          await Effect.runPromise(index.ensure(COLLECTION));
          for (let start = 0; start < count; start += BATCH) {
            const passages = texts.slice(start, start + BATCH).map((text, at) => passageOf(text, start + at));
            await Effect.runPromise(index.put(COLLECTION, passages));
          }
          // The index continues merging in the background of the writes.
          await settled();
        }),
      other: () => perPassage(async () => table.insert(texts)),
      figures: { cpu: ["CPU to write a passage", "µs"] },
    });
    const search = (query: string) => Effect.runPromise(index.keywordSearch(COLLECTION, { query, topK: TOP_K }));
    const goals = { p50: { value: 2 }, p99: { value: 15 } };
    const queriesOf = (kind: keyof typeof CLASSES) => makeQueries(CLASSES[kind], bench.scaled(100, 10));
    for (const kind of Object.keys(CLASSES) as (keyof typeof CLASSES)[]) {
      const items = queriesOf(kind);
      await bench.latency({
        name: `${kind} words`,
        items,
        reference: "FTS5",
        subject: search,
        other: table.search,
        ...goals,
      });
    }
    // Work in addition to term lookups: spelling correction, and phrases searched in texts.
    for (const [name, items, change] of [
      ["misspelt words", queriesOf("mixed"), misspelt],
      ["misspelt questions", queriesOf("question"), misspelt],
      ["phrases", queriesOf("mixed"), (query: string) => `"${query}"`],
    ] as const) {
      const subject = (query: string) => search(change(query));
      await bench.latency({ name, items, reference: "the same words", subject, other: search, ...goals });
    }
  },
} satisfies Case;

/** SQLite's full-text search in this process: Porter stemmer, words joined by OR, `bm25()`. */
const fullTextTable = (bench: Bench) => {
  const database = bench.use(new DatabaseSync(join(bench.directory, "full-text.db")));
  database.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create virtual table passages using fts5 (text, tokenize = 'porter unicode61');`);
  const insert = database.prepare("insert into passages (text) values (?)");
  const search = database.prepare(
    "select rowid, bm25(passages) as score from passages where passages match ? order by score limit ?",
  );
  return {
    insert: (texts: readonly string[]) => {
      for (const [row, text] of texts.entries()) {
        if (row % BATCH === 0) database.exec(row === 0 ? "begin" : "commit; begin");
        insert.run(text);
      }
      database.exec("commit");
    },
    search: (query: string) =>
      search.all(
        query
          .split(" ")
          .map((word) => `"${word}"`)
          .join(" OR "),
        TOP_K,
      ),
  };
};

const passageOf = (text: string, number: number) => {
  const documentId = `document-${Math.floor(number / CHUNKS_PER_DOCUMENT)}`;
  const chunkIndex = number % CHUNKS_PER_DOCUMENT;
  return {
    ...{ id: `${documentId}-${chunkIndex}`, documentId, generation: 1, chunkIndex, text, contextText: "" },
    metadata: { document_id: documentId, filename: `${documentId}.md`, file_type: "md", page: null },
    tokenCount: 128,
  };
};

const makeQueries = (ranks: readonly (readonly [number, number])[], count: number): readonly string[] => {
  const random = new Random(17);
  return Array.from({ length: count }, (_, index) =>
    ranks
      .slice(0, ranks.length - (index % 3))
      .map((range) => madeUpWords().ofRank(range, random))
      .join(" "),
  );
};

/** Swaps the second and third letter of each word. */
const misspelt = (query: string): string => query.replaceAll(/\b(\w)(\w)(\w)/g, "$1$3$2");

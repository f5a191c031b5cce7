import { parseFilter } from "@quarry/plugin/domain";
import { type Passage, PassageIndex, sqlitePassageIndexLayer } from "@quarry/search";
import { COMMON, EVERYWHERE, madeUpWords, Random, RARE } from "@quarry/services/kit";
import { Effect, ManagedRuntime } from "effect";
import type { Bench, Case } from "../harness/bench.ts";
import { settled, taken } from "../harness/measure.ts";

const COLLECTION = "3f2b6a52-7d0c-4c55-9f0e-7a4f8f1c2d11";
const TOP_K = 10;
const BATCH = 1_000;
const CHUNKS_PER_DOCUMENT = 10;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAYS = 700;

const dayOf = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString();

/** By its name, what a filter asks; `turn` tells one query from the next. */
const FILTERS: Readonly<Record<string, (turn: number, documents: number) => object>> = {
  "0.01 %": (turn) => ({ tenant: turn % 10_000 }),
  "0.1 %": (turn) => ({ thousands: turn % 1_000 }),
  "1 %": (turn) => ({ hundreds: turn % 100 }),
  "10 %": (turn) => ({ tens: turn % 10 }),
  "50 %": (turn) => ({ half: turn % 2 === 0 }),
  "all but 1 %": (turn) => ({ hundreds: { $ne: turn % 100 } }),
  "all but a tenth and a hundredth": (turn) => ({ $nor: [{ tens: turn % 10 }, { hundreds: turn % 100 }] }),
  "30 days": (turn) => ({ created_at: { $gte: dayOf(turn % DAYS), $lt: dayOf((turn % DAYS) + 30) } }),
  "a page of passages": (turn) => ({ page: { $gte: turn % 5, $lte: (turn % 5) + 1 } }),
  "$in 1,000": (turn, documents) => ({
    document_id: { $in: Array.from({ length: 1_000 }, (_, at) => `document-${(at * 7_919 + turn) % documents}`) },
  }),
};

const QUERIES = {
  "1 word": [COMMON],
  "3 words": [RARE, COMMON, COMMON],
  "10 words": [EVERYWHERE, COMMON, EVERYWHERE, RARE, EVERYWHERE, COMMON, COMMON, EVERYWHERE, RARE, COMMON],
};

export default {
  summary: "keyword queries with a filter, in process, against the same queries without one",
  run: async (bench) => {
    const count = bench.rows(100_000, BATCH);
    const folder = await bench.prepared(`passages-with-facts-${count}`, (directory) => fill(bench, directory, count));
    const runtime = ManagedRuntime.make(sqlitePassageIndexLayer({ directory: folder }));
    bench.use({ [Symbol.asyncDispose]: () => runtime.dispose() });
    const index = await runtime.runPromise(Effect.service(PassageIndex));
    const documents = Math.ceil(count / CHUNKS_PER_DOCUMENT);
    for (const [words, ranks] of Object.entries(QUERIES)) {
      const queries = makeQueries(ranks, bench.scaled(100, 10));
      for (const [name, filterOf] of Object.entries(FILTERS)) {
        let turn = 0;
        await bench.latency({
          ...{ name: `${words}, ${name}`, items: queries, reference: "without", rounds: 3 },
          subject: (query) => {
            const filter = parseFilter(filterOf((turn += 1), documents) as never);
            return Effect.runPromise(index.keywordSearch(COLLECTION, { query, topK: TOP_K, filter }));
          },
          other: (query) => Effect.runPromise(index.keywordSearch(COLLECTION, { query, topK: TOP_K })),
          ...{ p50: { ratio: 1.2 }, p99: { ratio: 1.5 } },
        });
      }
    }
  },
} satisfies Case;

const fill = async (bench: Bench, directory: string, count: number): Promise<void> => {
  const runtime = ManagedRuntime.make(sqlitePassageIndexLayer({ directory: directory }));
  const index = await runtime.runPromise(Effect.service(PassageIndex));
  const random = new Random(3);
  const { cpuMs } = await taken(async () => {
    await Effect.runPromise(index.ensure(COLLECTION));
    for (let start = 0; start < count; start += BATCH) {
      const length = Math.min(BATCH, count - start);
      const passages = Array.from({ length }, (_, at) => passageOf(start + at, madeUpWords().passage(80, random)));
      await Effect.runPromise(index.put(COLLECTION, passages));
    }
    // The index goes on merging behind its writers.
    await settled();
  });
  bench.note(`${count} passages of 80 words, written with ${Math.round((cpuMs * 1_000) / count)} µs of CPU each`);
  await runtime.dispose();
};

const passageOf = (number: number, text: string): Passage => {
  const document = Math.floor(number / CHUNKS_PER_DOCUMENT);
  const chunkIndex = number % CHUNKS_PER_DOCUMENT;
  const documentId = `document-${document}`;
  const metadata = {
    ...{ document_id: documentId, filename: `${documentId}.md`, file_type: "md", created_at: dayOf(document % DAYS) },
    ...{ tenant: document % 10_000, thousands: document % 1_000, hundreds: document % 100, tens: document % 10 },
    ...{ half: document % 2 === 0, page: Math.floor(chunkIndex / 2), section: ["One", "Two"] },
    ...{ start_char: chunkIndex * 500, end_char: chunkIndex * 500 + 480, chunk_index: chunkIndex },
  };
  const names = { id: `${documentId}-${chunkIndex}`, documentId, generation: 1, chunkIndex };
  return { ...names, text, contextText: "", metadata, tokenCount: 128 };
};

const makeQueries = (ranks: readonly (readonly [number, number])[], count: number): readonly string[] => {
  const random = new Random(17);
  return Array.from({ length: count }, () => ranks.map((range) => madeUpWords().ofRank(range, random)).join(" "));
};

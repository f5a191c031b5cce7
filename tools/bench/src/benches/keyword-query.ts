import { join } from "node:path";
import { Effect } from "effect";
import { makePassage, makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, type Goal } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { settle } from "../harness/settle.ts";
import { FullTextTable } from "../processes/full-text-table.ts";
import { type OpenPassages, openPassages } from "../processes/open-passages.ts";
import { ownUsage } from "../processes/usage.ts";

const COLLECTION = "3f2b6a52-7d0c-4c55-9f0e-7a4f8f1c2d10";
const PASSAGES = 100_000;
const MIN_WORDS = 60;
const MAX_WORDS = 100;
const CHUNKS_PER_DOCUMENT = 100;
/** As ingest writes them. */
const BATCH = 256;
const QUERIES_PER_CLASS = 100;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const TOP_K = 10;

/** Ranks that a class draws each of its words from; a mixed query has at least one of each. */
const EVERYWHERE = [0, 20] as const;
const COMMON = [20, 520] as const;
const RARE = [2_000, 20_000] as const;
const CLASSES = {
  rare: [RARE, RARE, RARE, RARE],
  mixed: [RARE, COMMON, RARE, COMMON],
  common: [COMMON, COMMON, COMMON, COMMON],
  question: [EVERYWHERE, COMMON, EVERYWHERE, RARE, EVERYWHERE, COMMON, COMMON, EVERYWHERE, RARE, COMMON],
  "long question": [
    ...[EVERYWHERE, COMMON, EVERYWHERE, RARE, EVERYWHERE, COMMON, COMMON, EVERYWHERE, RARE, COMMON],
    ...[EVERYWHERE, COMMON, RARE, EVERYWHERE, COMMON],
  ],
} as const;
/** Words that a query of a class begins with at least; of more, by turns, up to all. */
const FEWEST_WORDS = 2;
const VARIANTS = 3;
/** In milliseconds, the way between threads included; on a machine that has nothing else to do. */
const GOALS = {
  goal: { of: "value", atMost: 2 },
  goalOfP99: { of: "value", atMost: 15 },
} as const satisfies Record<string, Goal>;

/** The keyword index by itself: no HTTP, no embedding. */
export const keywordQuery: Bench = {
  name: "keyword-query",
  summary:
    "keyword search of 2 to 4 words, of 8 to 10 and of 13 to 15, over 100k passages against SQLite FTS5 (porter, OR, bm25) on the same text",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    await using passages = await openPassages(join(context.directory, "passages"));
    using table = new FullTextTable(join(context.directory, "full-text.db"));
    const filling = await fill(context, vocabulary, passages, table);
    const figures: Figure[] = [filling];
    for (const kind of ["rare", "mixed", "common", "question", "long question"] as const) {
      const queries = makeQueries(vocabulary, kind, scaled(context, QUERIES_PER_CLASS, 10));
      const latencies = await compareLatency({
        name: `${kind} words`,
        items: queries,
        rounds: ROUNDS,
        warmUpRounds: WARM_UP_ROUNDS,
        subject: (query) => Effect.runPromise(passages.index.keywordSearch(COLLECTION, { query, topK: TOP_K })),
        reference: (query) => table.search(query, TOP_K),
        referenceName: "FTS5",
        ...GOALS,
        tellsCpu: true,
      });
      figures.push(...latencies);
    }
    figures.push(...(await understood(context, vocabulary, passages)));
    return figures;
  },
};

/** What is done beyond looking terms up: repairs, and phrases that are looked for in texts. */
const understood = async (
  context: BenchContext,
  vocabulary: Vocabulary,
  { index }: OpenPassages,
): Promise<readonly Figure[]> => {
  const queriesOf = (kind: keyof typeof CLASSES) =>
    makeQueries(vocabulary, kind, scaled(context, QUERIES_PER_CLASS, 10));
  const search = (query: string) => Effect.runPromise(index.keywordSearch(COLLECTION, { query, topK: TOP_K }));
  const compare = (name: string, queries: readonly string[], change: (query: string) => string) =>
    compareLatency({
      name,
      items: queries,
      rounds: ROUNDS,
      warmUpRounds: WARM_UP_ROUNDS,
      subject: (query) => search(change(query)),
      reference: search,
      referenceName: "the same words",
      ...GOALS,
      tellsCpu: true,
    });
  return [
    ...(await compare("misspelt words", queriesOf("mixed"), misspell)),
    ...(await compare("misspelt questions", queriesOf("question"), misspell)),
    ...(await compare("phrases", queriesOf("mixed"), (query) => `"${query}"`)),
  ];
};

/** With the second and third letter of each word swapped. */
const misspell = (query: string): string => query.replaceAll(/\b(\w)(\w)(\w)/g, "$1$3$2");

const fill = async (
  context: BenchContext,
  vocabulary: Vocabulary,
  { index }: OpenPassages,
  table: FullTextTable,
): Promise<Figure> => {
  const count = scaled(context, PASSAGES, BATCH);
  const random = randomFrom(3);
  const texts = Array.from({ length: count }, () =>
    makePassage(vocabulary, MIN_WORDS + Math.floor(random() * (MAX_WORDS - MIN_WORDS)), random),
  );
  context.note(
    `${count} passages of ${MIN_WORDS} to ${MAX_WORDS} words; ${ROUNDS} rounds of each class, top_k ${TOP_K}`,
  );
  // One after the other: the index goes on merging behind its writers, in threads that the CPU time of the process counts.
  const subject = await cpuOf(async () => {
    await Effect.runPromise(index.ensure(COLLECTION));
    for (const [start, batch] of batches(texts)) {
      const passages = batch.map((text, offset) => passageOf(text, start + offset));
      await Effect.runPromise(index.put(COLLECTION, passages));
    }
    await settle();
  });
  const reference = await cpuOf(() => {
    for (const [, batch] of batches(texts)) table.insert(batch);
  });
  const perPassage = (milliseconds: number) => [(milliseconds * 1000) / count];
  return compared(
    { name: "CPU to write a passage", unit: "µs", referenceName: "FTS5" },
    { subject: perPassage(subject), reference: perPassage(reference) },
  );
};

function* batches(texts: readonly string[]): Generator<readonly [start: number, batch: readonly string[]]> {
  for (let start = 0; start < texts.length; start += BATCH) yield [start, texts.slice(start, start + BATCH)];
}

const cpuOf = async (work: () => unknown): Promise<number> => {
  const before = ownUsage().cpuMs;
  await work();
  return ownUsage().cpuMs - before;
};

const passageOf = (text: string, number: number) => {
  const documentId = `document-${Math.floor(number / CHUNKS_PER_DOCUMENT)}`;
  const chunkIndex = number % CHUNKS_PER_DOCUMENT;
  return {
    id: `${documentId}-${chunkIndex}`,
    documentId,
    generation: 1,
    chunkIndex,
    text,
    contextText: "",
    metadata: { document_id: documentId, filename: `${documentId}.md`, file_type: "md", page: null },
    tokenCount: 128,
  };
};

const makeQueries = (vocabulary: Vocabulary, kind: keyof typeof CLASSES, count: number): readonly string[] => {
  const random = randomFrom(17);
  return Array.from({ length: count }, (_, index) =>
    CLASSES[kind]
      .slice(0, Math.max(FEWEST_WORDS, CLASSES[kind].length - VARIANTS + 1) + (index % VARIANTS))
      .map(([from, to]) => vocabulary.ofRank(from, to, random))
      .join(" "),
  );
};

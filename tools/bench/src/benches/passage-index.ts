import { join } from "node:path";
import { type Filter, parseFilter } from "@quarry/domain";
import type { Passage, PassageIndexService } from "@quarry/search";
import { Effect } from "effect";
import { makePassage, makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, type Rounds } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { interleave } from "../harness/rounds.ts";
import { settle } from "../harness/settle.ts";
import { openDatabasePassages, openPassages } from "../processes/open-passages.ts";
import { ownUsage } from "../processes/usage.ts";

const COLLECTION = "3f2b6a52-7d0c-4c55-9f0e-7a4f8f1c2d10";
const PASSAGES = 10_000;
const WORDS = 80;
const CHUNKS_PER_DOCUMENT = 50;
/** As ingest writes them. */
const BATCH = 256;
const PUTS_AT_ONCE = 4;
const PUT_ROUNDS = 3;
const QUERIES = 200;
const QUERY_ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const TOP_K = 10;
const MAX_PUT_RATIO = 5;
const MAX_QUERY_RATIO = 4;
/** Ranks of the words that queries are made of: one of the first, and of the others the rest. */
const COMMON = [20, 520] as const;
const RARE = [500, 5_000] as const;

const FILE = "file";

/** The same passages in files and in a database; the CPU time is this process's, not the server's. */
export const passageIndex: Bench = {
  name: "passage-index",
  summary: "10k passages put, and keyword searches of them, in MariaDB (npm run services:up mariadb) against files",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    await using files = await openPassages(join(context.directory, "passages"));
    await using database = await openDatabasePassages();
    const passages = makePassages(context, vocabulary);
    const figures = [...(await comparePuts(passages, database.index, files.index))];
    for (const [name, filter] of [
      ["search", undefined],
      ["search by a filter of documents", parseFilter({ topic: "topic-3" })],
    ] as const) {
      const queries = makeQueries(vocabulary, scaled(context, QUERIES, 20));
      figures.push(...(await compareQueries(name, queries, filter, database.index, files.index)));
    }
    return figures;
  },
};

/** Each round writes a collection of its own; the last one is searched. */
const comparePuts = async (
  passages: readonly Passage[],
  subject: PassageIndexService,
  reference: PassageIndexService,
): Promise<readonly Figure[]> => {
  const wall = { subject: [] as number[], reference: [] as number[] };
  const put = (index: PassageIndexService, times: number[]) => async () => {
    await Effect.runPromise(Effect.andThen(index.drop(COLLECTION), index.ensure(COLLECTION)));
    await settle();
    const cpuBefore = ownUsage().cpuMs;
    const started = performance.now();
    for (let start = 0; start < passages.length; start += BATCH * PUTS_AT_ONCE) {
      await Promise.all(
        Array.from({ length: PUTS_AT_ONCE }, (_, place) => {
          const first = start + place * BATCH;
          return Effect.runPromise(index.put(COLLECTION, passages.slice(first, first + BATCH)));
        }),
      );
    }
    times.push((performance.now() - started) * (1_000 / passages.length));
    // With the merging that the puts leave behind.
    await settle();
    return (ownUsage().cpuMs - cpuBefore) * (1_000 / passages.length);
  };
  const cpu = await interleave({
    rounds: PUT_ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: put(subject, wall.subject),
    reference: put(reference, wall.reference),
  });
  const goal = { of: "ratio", atMost: MAX_PUT_RATIO } as const;
  return [
    compared({ name: "CPU to put a passage", unit: "µs", referenceName: FILE, goal }, cpu),
    compared({ name: "time to put a passage", unit: "µs", referenceName: FILE }, counted(wall)),
  ];
};

const counted = ({ subject, reference }: Rounds): Rounds => ({
  subject: subject.slice(WARM_UP_ROUNDS),
  reference: reference.slice(WARM_UP_ROUNDS),
});

const compareQueries = async (
  name: string,
  queries: readonly string[],
  filter: Filter | undefined,
  subject: PassageIndexService,
  reference: PassageIndexService,
): Promise<readonly Figure[]> => {
  const search = (index: PassageIndexService) => (query: string) =>
    Effect.runPromise(index.keywordSearch(COLLECTION, { query, topK: TOP_K, filter }));
  const cpuOf = (index: PassageIndexService) => async () => {
    const before = ownUsage().cpuMs;
    for (const query of queries) await search(index)(query);
    return (ownUsage().cpuMs - before) / queries.length;
  };
  const rounds = { rounds: QUERY_ROUNDS, warmUpRounds: WARM_UP_ROUNDS };
  const cpu = await interleave({ ...rounds, subject: cpuOf(subject), reference: cpuOf(reference) });
  const goal = { of: "ratio", atMost: MAX_QUERY_RATIO } as const;
  return [
    compared({ name: `${name}, CPU`, unit: "ms", referenceName: FILE, goal }, cpu),
    ...(await compareLatency({
      ...rounds,
      name,
      items: queries,
      subject: search(subject),
      reference: search(reference),
      referenceName: FILE,
    })),
  ];
};

const makePassages = (context: BenchContext, vocabulary: Vocabulary): readonly Passage[] => {
  const count = scaled(context, PASSAGES, BATCH);
  const random = randomFrom(3);
  context.note(`${count} passages of ${WORDS} words, ${PUTS_AT_ONCE} puts of ${BATCH} at a time; top_k ${TOP_K}`);
  return Array.from({ length: count }, (_, number) => {
    const documentNumber = Math.floor(number / CHUNKS_PER_DOCUMENT);
    const documentId = `document-${documentNumber}`;
    const chunkIndex = number % CHUNKS_PER_DOCUMENT;
    const scattered = (Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
    return {
      id: `${scattered}-4f6a-5c1e-9d00-${String(number).padStart(12, "0")}`,
      documentId,
      generation: 1,
      chunkIndex,
      text: makePassage(vocabulary, WORDS, random),
      contextText: "",
      metadata: {
        document_id: documentId,
        filename: `${documentId}.md`,
        file_type: "md",
        topic: `topic-${documentNumber % 10}`,
        page: chunkIndex,
        chunk_index: chunkIndex,
      },
      tokenCount: 100,
    };
  });
};

const makeQueries = (vocabulary: Vocabulary, count: number): readonly string[] => {
  const random = randomFrom(17);
  return Array.from({ length: count }, (_, index) =>
    [COMMON, RARE, RARE, RARE]
      .slice(0, 2 + (index % 3))
      .map(([from, to]) => vocabulary.ofRank(from, to, random))
      .join(" "),
  );
};

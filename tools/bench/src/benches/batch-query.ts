import { join } from "node:path";
import { fillService } from "../data/fill-service.ts";
import { makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { timeEach } from "../harness/time-each.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { type QuarryServer, startQuarry } from "../processes/quarry-server.ts";

const COLLECTION = "library";
const CHUNKS = 11_873;
const QUERIES = 20;
const TOP_K = 10;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 5;
const MAX_RATIO = 1.3;
const MODES = ["semantic", "keyword", "hybrid"] as const;

type Mode = (typeof MODES)[number];

/** What is shared by queries that come together. */
export const batchQuery: Bench = {
  name: "batch-query",
  summary: `one batch query of ${QUERIES} against the slowest of the same queries sent one by one`,
  run: async (context) => {
    const vocabulary = makeVocabulary();
    const data = join(context.directory, "data");
    await fillService(context, data, vocabulary, { name: COLLECTION, chunks: scaled(context, CHUNKS) });
    await using quarry = await startQuarry(data);
    context.note(`${ROUNDS} rounds of ${QUERIES} queries with other words, top_k ${TOP_K}`);
    const figures: Figure[] = [];
    for (const mode of MODES) figures.push(...(await measure(quarry, vocabulary, mode)));
    return figures;
  },
};

const measure = async (quarry: QuarryServer, vocabulary: Vocabulary, mode: Mode): Promise<readonly Figure[]> => {
  using client = await QuarryClient.open(quarry);
  const random = randomFrom(17);
  let queries: readonly object[] = [];
  const cpu = { subject: [] as number[], reference: [] as number[] };
  const rounds = await interleave({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    prepare: () => {
      queries = Array.from({ length: QUERIES }, () => makeQuery(vocabulary, random, mode));
    },
    subject: async () => {
      const request = client.prepare("POST", "/v1/batch/query", {
        queries: queries.map((query) => ({ collection: COLLECTION, ...query })),
      });
      let [milliseconds = 0] = [] as number[];
      cpu.subject.push(
        await quarry.process.cpuWhile(async () => {
          [milliseconds = 0] = await timeEach([request], (batch) => client.connection.fetch(batch));
        }),
      );
      return milliseconds;
    },
    reference: async () => {
      const requests = queries.map((query) => client.prepare("POST", `/v1/collections/${COLLECTION}/query`, query));
      let times: readonly number[] = [];
      cpu.reference.push(
        await quarry.process.cpuWhile(async () => {
          times = await timeEach(requests, (single) => client.connection.fetch(single));
        }),
      );
      return Math.max(...times);
    },
  });
  const goal = { of: "ratio", atMost: MAX_RATIO } as const;
  return [
    compared({ name: `${mode}, time`, unit: "ms", referenceName: "slowest single query", goal }, rounds),
    compared(
      { name: `${mode}, server CPU`, unit: "ms", referenceName: "all single queries together" },
      { subject: cpu.subject.slice(WARM_UP_ROUNDS), reference: cpu.reference.slice(WARM_UP_ROUNDS) },
    ),
  ];
};

/** Three words: a frequent, a common and a rare one. Other words each time, as nothing may be known from before. */
const makeQuery = (vocabulary: Vocabulary, random: () => number, mode: Mode): object => {
  const words = [
    vocabulary.ofRank(20, 200, random),
    vocabulary.ofRank(200, 2_000, random),
    vocabulary.ofRank(2_000, 10_000, random),
  ];
  return { query: words.join(" "), top_k: TOP_K, search_mode: mode };
};

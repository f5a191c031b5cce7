import { randomFrom } from "../../data/random.ts";
import { compared, type Figure, measured } from "../../harness/figure.ts";
import { median, percentile } from "../../harness/statistics.ts";
import { QuarryClient } from "../../load/quarry-client.ts";
import { type DirectStore, openDirectStore } from "../../processes/direct-store.ts";
import type { MeasuredProcess } from "../../processes/measured-process.ts";
import type { QuarryServer } from "../../processes/quarry-server.ts";
import { ownUsage } from "../../processes/usage.ts";
import { COLLECTION, type Library, TOP_K } from "./library.ts";

const QUERIES = 200;
/** Every so many queries one is a question, most of whose words are everywhere. */
const QUESTION_EVERY = 4;
const QUESTION_WORDS = 9;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 2;
const MODES = ["semantic", "keyword", "hybrid"] as const;

/** What is measured: a mode through the API, or one search of the store in this process. */
type Way = (typeof MODES)[number] | "engine";
const WAYS: readonly Way[] = [...MODES, "engine"];

interface Query {
  readonly requests: Readonly<Record<(typeof MODES)[number], Buffer>>;
  readonly vector: Float32Array;
}

interface Answer {
  readonly results: readonly { readonly id: string }[];
}

/** Samples of one round, by way. */
type Samples = Readonly<Record<Way, number[]>>;

/** One query at a time: each in every mode and by the engine alone, in turn, so that all meet the same moments. */
export const measureQueries = async (library: Library, quarry: QuarryServer): Promise<readonly Figure[]> => {
  await using direct = await openDirectStore(library.copy, library.collection, library.storeSettings);
  using client = await QuarryClient.open(quarry);
  const queries = await makeQueries(library, client, direct);
  const run = (way: Way, { requests, vector }: Query): Promise<unknown> =>
    way === "engine" ? direct.search(vector, TOP_K) : client.connection.fetch(requests[way]);
  const rounds: { readonly time: Samples; readonly cpu: Samples }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const time = await eachInTurn(queries, round, (way, query) => timeOf(() => run(way, query)));
    const cpu = await eachInTurn(queries, round, (way, query) => cpuOf(quarry.process, way, () => run(way, query)));
    if (round >= 0) rounds.push({ time, cpu: await withoutAsking(quarry.process, cpu) });
  }
  const p = (kind: "time" | "cpu", way: Way, share: number) =>
    rounds.map((round) => percentile(round[kind][way], share));
  const slower = p("time", "semantic", 0.5).map((ms, round) => Math.max(ms, p("time", "keyword", 0.5)[round]!));
  const branches = p("cpu", "semantic", 0.5).map((ms, round) => ms + p("cpu", "keyword", 0.5)[round]!);
  const hybrid = { name: "hybrid p50", unit: "ms", referenceName: "the slower branch alone" };
  const overhead = { name: "semantic p50", unit: "ms", referenceName: "one search of the store in process" };
  return [
    compared(
      { ...hybrid, goal: { of: "ratio", atMost: 1.3 } },
      { subject: p("time", "hybrid", 0.5), reference: slower },
    ),
    compared(
      { name: "hybrid CPU p50", unit: "ms", referenceName: "both branches alone" },
      { subject: p("cpu", "hybrid", 0.5), reference: branches },
    ),
    measured("keyword p50", "ms", p("time", "keyword", 0.5), { of: "value", atMost: 2 }),
    measured("keyword CPU p50", "ms", p("cpu", "keyword", 0.5)),
    measured("keyword CPU p99", "ms", p("cpu", "keyword", 0.99), { of: "value", atMost: 15 }),
    compared(overhead, { subject: p("time", "semantic", 0.5), reference: p("time", "engine", 0.5) }),
    compared(
      { ...overhead, name: "semantic CPU p50" },
      { subject: p("cpu", "semantic", 0.5), reference: p("cpu", "engine", 0.5) },
    ),
    measured("semantic p99", "ms", p("time", "semantic", 0.99)),
    measured("hybrid p99", "ms", p("time", "hybrid", 0.99)),
  ];
};

const makeQueries = async (
  { passages }: Library,
  client: QuarryClient,
  direct: DirectStore,
): Promise<readonly Query[]> => {
  const random = randomFrom(41);
  const queries: Query[] = [];
  for (let index = 0; index < QUERIES; index += 1) {
    const subject = Math.floor(random() * QUERIES * 5);
    const text =
      index % QUESTION_EVERY === 0
        ? passages.question(subject, QUESTION_WORDS, random)
        : passages.keywords(subject, 2 + (index % 3), random);
    const requestFor = (mode: string) =>
      client.prepare("POST", `/v1/collections/${COLLECTION}/query`, {
        query: text,
        top_k: TOP_K,
        search_mode: mode,
      });
    const requests = { semantic: requestFor("semantic"), keyword: requestFor("keyword"), hybrid: requestFor("hybrid") };
    const vector = await direct.embed(text);
    await checkSameHits(client, direct, requests.semantic, vector);
    queries.push({ requests, vector });
  }
  return queries;
};

/** Times of different work would say nothing. */
const checkSameHits = async (
  client: QuarryClient,
  direct: DirectStore,
  request: Buffer,
  vector: Float32Array,
): Promise<void> => {
  const answer = JSON.parse((await client.connection.fetch(request)).body.toString()) as Answer;
  const got = answer.results.map(({ id }) => id).join(" ");
  const expected = (await direct.search(vector, TOP_K)).join(" ");
  if (got !== expected) throw new Error(`the service and the store differ: ${got} and ${expected}`);
};

/** Each query in every way before the next one; the ways take turns at being the first. */
const eachInTurn = async (
  queries: readonly Query[],
  round: number,
  sample: (way: Way, query: Query) => Promise<number>,
): Promise<Samples> => {
  const samples: Samples = { semantic: [], keyword: [], hybrid: [], engine: [] };
  for (const [index, query] of queries.entries()) {
    for (let turn = 0; turn < WAYS.length; turn += 1) {
      const way = WAYS[(((index + round + turn) % WAYS.length) + WAYS.length) % WAYS.length]!;
      samples[way].push(await sample(way, query));
    }
  }
  return samples;
};

const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

const cpuOf = async (service: MeasuredProcess, way: Way, run: () => Promise<unknown>): Promise<number> => {
  if (way !== "engine") return await service.cpuWhile(run);
  const before = ownUsage().cpuMs;
  await run();
  return ownUsage().cpuMs - before;
};

/** Asking a process what it has used costs it something as well. */
const withoutAsking = async (service: MeasuredProcess, cpu: Samples): Promise<Samples> => {
  const asking: number[] = [];
  for (let index = 0; index < QUERIES; index += 1) asking.push(await service.cpuWhile(async () => {}));
  const less = (samples: readonly number[]) => samples.map((ms) => Math.max(0, ms - median(asking)));
  return {
    semantic: less(cpu.semantic),
    keyword: less(cpu.keyword),
    hybrid: less(cpu.hybrid),
    engine: cpu.engine,
  };
};

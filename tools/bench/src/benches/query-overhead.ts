import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fillService } from "../data/fill-service.ts";
import { makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { interleave } from "../harness/rounds.ts";
import { median } from "../harness/statistics.ts";
import { timeEach } from "../harness/time-each.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { type DirectStore, openDirectStore } from "../processes/direct-store.ts";
import type { MeasuredProcess } from "../processes/measured-process.ts";
import { startQuarry } from "../processes/quarry-server.ts";
import { ownUsage } from "../processes/usage.ts";

const COLLECTION = "library";
const CHUNKS = 10_000;
const QUERIES = 100;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;
const TOP_K = 10;
const MAX_EXTRA_MS = 1;

interface Query {
  readonly text: string;
  readonly vector: Float32Array;
  readonly request: Buffer;
}

/** What lies between a caller and the vector store. */
export const queryOverhead: Bench = {
  name: "query-overhead",
  summary: "a semantic query over HTTP against one call of the store with the same vector, on a copy of its files",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    const data = join(context.directory, "data");
    const copy = join(context.directory, "copy");
    const chunks = scaled(context, CHUNKS);
    const collection = await fillService(context, data, vocabulary, { name: COLLECTION, chunks });
    await cp(data, copy, { recursive: true });
    await using direct = await openDirectStore(copy, collection);
    await using quarry = await startQuarry(data);
    using client = await QuarryClient.open(quarry);
    const queries = await makeQueries(vocabulary, client, direct, scaled(context, QUERIES, 10));
    await checkSameHits(client, direct, queries);
    context.note(`${ROUNDS} rounds of ${queries.length} different queries, top_k ${TOP_K}, one at a time`);
    const latencies = await compareLatency({
      name: "latency",
      items: queries,
      rounds: ROUNDS,
      warmUpRounds: WARM_UP_ROUNDS,
      subject: ({ request }) => client.connection.exchange(request),
      reference: ({ vector }) => direct.search(vector, TOP_K),
      referenceName: "the store directly",
      goal: { of: "difference", atMost: MAX_EXTRA_MS },
    });
    const cpu = await compareCpu(quarry.process, client, direct, queries);
    return [...latencies, cpu, ...(await splitByStep(client, queries))];
  },
};

/** Three words each: a frequent, a common and a rare one. */
const makeQueries = async (
  vocabulary: Vocabulary,
  client: QuarryClient,
  direct: DirectStore,
  count: number,
): Promise<readonly Query[]> => {
  const random = randomFrom(11);
  const queries: Query[] = [];
  while (queries.length < count) {
    const ranks = [
      [20, 200],
      [200, 2_000],
      [2_000, 10_000],
    ] as const;
    const text = ranks.map(([from, to]) => vocabulary.ofRank(from, to, random)).join(" ");
    queries.push({ text, vector: await direct.embed(text), request: prepare(client, text) });
  }
  return queries;
};

const prepare = (client: QuarryClient, text: string, explain = false): Buffer =>
  client.prepare("POST", `/v1/collections/${COLLECTION}/query`, {
    query: text,
    top_k: TOP_K,
    search_mode: "semantic",
    ...(explain && { explain }),
  });

interface Answer {
  readonly results: readonly { readonly id: string }[];
  readonly timings: Readonly<Record<string, number>> | undefined;
}

const ask = async (client: QuarryClient, request: Buffer): Promise<Answer> =>
  JSON.parse((await client.connection.fetch(request)).body.toString()) as Answer;

/** Two sides that do different work can't be compared. */
const checkSameHits = async (client: QuarryClient, direct: DirectStore, queries: readonly Query[]): Promise<void> => {
  for (const { text, vector, request } of queries.slice(0, 10)) {
    const { results } = await ask(client, request);
    const expected = (await direct.search(vector, TOP_K)).join(" ");
    const got = results.map(({ id }) => id).join(" ");
    if (got !== expected) throw new Error(`the service and the store differ on "${text}": ${got} and ${expected}`);
  }
};

/** All threads of either process; unlike latency, it hardly depends on what else the machine does. */
const compareCpu = async (
  server: MeasuredProcess,
  client: QuarryClient,
  direct: DirectStore,
  queries: readonly Query[],
): Promise<Figure> => {
  const perQuery = (cpuMs: number) => cpuMs / queries.length;
  const rounds = await interleave({
    rounds: ROUNDS,
    warmUpRounds: 0,
    subject: async () =>
      perQuery(await server.cpuWhile(() => timeEach(queries, ({ request }) => client.connection.exchange(request)))),
    reference: async () => {
      const before = ownUsage().cpuMs;
      await timeEach(queries, ({ vector }) => direct.search(vector, TOP_K));
      return perQuery(ownUsage().cpuMs - before);
    },
  });
  return compared({ name: "CPU per query", unit: "ms", referenceName: "the store directly" }, rounds);
};

/** The service's own account of where a query's time goes; what is left is HTTP, JSON and reading the collection. */
const splitByStep = async (client: QuarryClient, queries: readonly Query[]): Promise<readonly Figure[]> => {
  const steps = new Map<string, number[]>();
  const add = (step: string, value: number) => steps.set(step, [...(steps.get(step) ?? []), value]);
  for (const { text } of queries) {
    const started = performance.now();
    const { timings = {} } = await ask(client, prepare(client, text, true));
    const outside = performance.now() - started - timings["total_ms"]!;
    for (const [step, value] of Object.entries(timings)) if (value !== null) add(step, value);
    add("outside of search", outside);
  }
  return [...steps].map(([step, values]) => measured(`step ${step.replace(/_ms$/, "")}, p50`, "ms", [median(values)]));
};

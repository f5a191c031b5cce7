import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Filter, parseFilter } from "@quarry/domain";
import type { VectorRecord, VectorStorePlugin, VectorStoreV1 } from "@quarry/plugin";
import vectorEmbedded from "@quarry/vector-embedded";
import vectorRemote from "@quarry/vector-remote";
import { Effect, Exit, Schema, Scope } from "effect";
import { randomFrom } from "../data/random.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { interleave } from "../harness/rounds.ts";
import { MeasuredProcess } from "../processes/measured-process.ts";

const PROGRAM = new URL("./main.ts", import.meta.resolve("@quarry/remote/serve"));

const COLLECTION = "bench";
const RECORDS = 10_000;
const DIMENSION = 768;
const TOP_K = 10;
const TENTHS = 10;
const QUERIES = 100;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;

/** What a process boundary adds to a search. */
export const remoteStore: Bench = {
  name: "remote-store",
  summary:
    "a search of the embedded store served by another process against the same in this process, and the CPU of both",
  run: async (context) => {
    await using served = await MeasuredProcess.start(PROGRAM, [
      "@quarry/vector-embedded",
      ...["--data", join(context.directory, "served"), "--listen", "127.0.0.1:0"],
    ]);
    const address = `http://127.0.0.1:${served.port}`;
    await using here = await openStore(vectorEmbedded as never, {}, join(context.directory, "here"));
    await using there = await openStore(vectorRemote as never, { address }, join(context.directory, "there"));
    const random = randomFrom(5);
    const records = Array.from({ length: scaled(context, RECORDS, 100) }, (_, index): VectorRecord => {
      const metadata = { tenth: index % TENTHS, title: `part ${index}`, language: "en" };
      return { id: `r${index}`, vector: randomVector(random), metadata, text: "" };
    });
    for (const { store } of [here, there]) await fill(store, records);
    const sides: Sides = { here: here.store, there: there.store, served };
    const queries = Array.from({ length: scaled(context, QUERIES, 5) }, () => randomVector(random));
    context.note(
      `${records.length} × ${DIMENSION}, top ${TOP_K}, ${ROUNDS} rounds of ${queries.length} queries, one at a time`,
    );
    return [
      ...(await compare(sides, queries, "all", undefined)),
      ...(await compare(sides, queries, "a tenth by filter", parseFilter({ tenth: 3 }))),
    ];
  },
};

interface Sides {
  readonly here: VectorStoreV1;
  readonly there: VectorStoreV1;
  readonly served: MeasuredProcess;
}

const compare = async (
  { here, there, served }: Sides,
  queries: readonly Float32Array[],
  name: string,
  filter: Filter | undefined,
): Promise<readonly Figure[]> => {
  const searchIn = (store: VectorStoreV1) => async (vector: Float32Array) => {
    const { hits } = await Effect.runPromise(store.search(COLLECTION, { vector, topK: TOP_K, filter }));
    return hits;
  };
  const [subject, reference] = [searchIn(there), searchIn(here)];
  for (const query of queries.slice(0, 5)) checkSame(await subject(query), await reference(query));
  const shared = { rounds: ROUNDS, warmUpRounds: WARM_UP_ROUNDS };
  const referenceName = "in this process";
  const latency = await compareLatency({ name, items: queries, ...shared, subject, reference, referenceName });
  const each = (search: typeof subject) => async () => {
    for (const query of queries) await search(query);
  };
  const cpuOfBoth = async (): Promise<number> => {
    let own = 0;
    const theirs = await served.cpuWhile(async () => {
      own = await cpuOfThis(each(subject));
    });
    return own + theirs;
  };
  const cpu = await interleave({
    ...shared,
    subject: async () => (await cpuOfBoth()) / queries.length,
    reference: async () => (await cpuOfThis(each(reference))) / queries.length,
  });
  return [...latency, compared({ name: `${name}, CPU of both processes per query`, unit: "ms", referenceName }, cpu)];
};

/** CPU milliseconds that this process uses while `work` runs. */
const cpuOfThis = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

type Hits = readonly { readonly id: string; readonly cosine: number }[];

/** Both sides do the same work: a boundary changes no digit. */
const checkSame = (ours: Hits, theirs: Hits): void => {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error("the two stores found different records");
};

/** As much as the platform writes at once. */
const BATCH = 1_000;

const fill = async (store: VectorStoreV1, records: readonly VectorRecord[]): Promise<void> => {
  await Effect.runPromise(store.ensureCollection({ collection: COLLECTION, dimension: DIMENSION }));
  for (let index = 0; index < records.length; index += BATCH) {
    await Effect.runPromise(store.upsert(COLLECTION, records.slice(index, index + BATCH)));
  }
};

interface OpenStore extends AsyncDisposable {
  readonly store: VectorStoreV1;
}

const openStore = async (
  plugin: VectorStorePlugin<never>,
  settings: unknown,
  dataDirectory: string,
): Promise<OpenStore> => {
  await mkdir(dataDirectory, { recursive: true });
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  const scope = Scope.makeUnsafe();
  const store = await Effect.runPromise(Scope.provide(plugin.make(decoded, { dataDirectory, log: () => {} }), scope));
  return { store, [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) };
};

const randomVector = (random: () => number): Float32Array => {
  const parts = Array.from({ length: DIMENSION }, () => random() - 0.5);
  const length = Math.hypot(...parts);
  return Float32Array.from(parts, (part) => part / length);
};

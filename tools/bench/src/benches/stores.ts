import { parseFilter } from "@quarry/domain";
import type { VectorStorePlugin, VectorStoreV1 } from "@quarry/plugin";
import { addressOf } from "@quarry/services";
import chroma from "@quarry/vector-chroma";
import milvus from "@quarry/vector-milvus";
import { Effect, Exit, Schema, Scope } from "effect";
import { randomFrom } from "../data/random.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import type { Figure } from "../harness/figure.ts";
import { compareLatency } from "../harness/latency.ts";
import { type Entry, openChromaClient, openMilvusClient, type StoreClient } from "../processes/store-clients.ts";

const ENTRIES = 5_000;
const DIMENSION = 384;
const TOP_K = 10;
const LANGUAGES = ["de", "en", "fr", "it", "pt"];
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
const MAX_EXTRA_MS = 1.5;
const MAX_P99_RATIO = 1.3;

interface Subject {
  readonly name: string;
  readonly plugin: VectorStorePlugin<never>;
  readonly settings: unknown;
  readonly openClient: (name: string) => Promise<StoreClient>;
  /** Queries of a round; of those with a filter, which one server answers slowly. */
  readonly queries: number;
  readonly filteredQueries: number;
}

/** What our plugins add to a search of the servers that `npm run services:up chroma milvus-lite` starts. */
export const stores: Bench = {
  name: "stores",
  summary: "a search through our plugin against the same search of the store's own client, on a server that runs",
  run: async (context) => {
    const { hostname, port } = new URL(addressOf("chroma"));
    const subjects: readonly Subject[] = [
      {
        name: "chroma",
        plugin: chroma as unknown as VectorStorePlugin<never>,
        settings: { host: hostname, port: Number(port), collectionPrefix: "bench-" },
        openClient: openChromaClient,
        queries: 100,
        filteredQueries: 100,
      },
      {
        name: "milvus-lite",
        plugin: milvus as unknown as VectorStorePlugin<never>,
        settings: { address: new URL(addressOf("milvus-lite")).host, collectionPrefix: "bench_" },
        openClient: (name) => openMilvusClient(name, DIMENSION),
        queries: 20,
        filteredQueries: 5,
      },
    ];
    const figures: Figure[] = [];
    for (const subject of subjects) figures.push(...(await compareStore(context, subject)));
    return figures;
  },
};

const compareStore = async (context: BenchContext, subject: Subject): Promise<readonly Figure[]> => {
  const name = `bench_${Date.now().toString(36)}`;
  const random = randomFrom(3);
  const entries = Array.from({ length: scaled(context, ENTRIES, 100) }, (_, index): Entry => {
    const language = LANGUAGES[index % LANGUAGES.length]!;
    return { id: `e${index}`, vector: randomVector(random), language };
  });
  await using client = await subject.openClient(name);
  await using direct = await openPlugin(subject, name);
  const { store } = direct;
  await client.fill(entries);
  const records = entries.map(({ id, vector, language }) => ({ id, vector, metadata: { language }, text: "" }));
  await Effect.runPromise(store.upsert(name, records));
  const figures: Figure[] = [];
  for (const language of [undefined, LANGUAGES[0]!]) {
    const count = scaled(context, language === undefined ? subject.queries : subject.filteredQueries, 5);
    const vectors = Array.from({ length: count }, () => randomVector(random));
    const filter = language === undefined ? undefined : parseFilter({ language });
    const search = async (vector: Float32Array) => {
      const { hits } = await Effect.runPromise(store.search(name, { vector, topK: TOP_K, filter }));
      return hits.map(({ id }) => id);
    };
    await checkSimilarHits(vectors, search, (vector) => client.search(vector, TOP_K, language));
    context.note(
      `${subject.name}: ${entries.length} × ${DIMENSION}, ${ROUNDS} rounds of ${count} queries, one at a time`,
    );
    figures.push(
      ...(await compareLatency({
        name: `${subject.name}${language === undefined ? "" : ", one language"}`,
        items: vectors,
        rounds: ROUNDS,
        warmUpRounds: WARM_UP_ROUNDS,
        subject: search,
        reference: (vector) => client.search(vector, TOP_K, language),
        referenceName: "the store's own client",
        goal: { of: "difference", atMost: MAX_EXTRA_MS },
        goalOfP99: { of: "ratio", atMost: MAX_P99_RATIO },
      })),
    );
  }
  return figures;
};

type Search = (vector: Float32Array) => Promise<readonly string[]>;

/** Two graphs over the same vectors may differ in a few of the nearest; sides that do different work differ in most. */
const checkSimilarHits = async (vectors: readonly Float32Array[], ours: Search, theirs: Search): Promise<void> => {
  let same = 0;
  const tried = vectors.slice(0, 5);
  for (const vector of tried) {
    const expected = new Set(await theirs(vector));
    same += (await ours(vector)).filter((id) => expected.has(id)).length;
  }
  if (same < tried.length * TOP_K * 0.8) throw new Error(`only ${same} of ${tried.length * TOP_K} hits are the same`);
};

interface Direct extends AsyncDisposable {
  readonly store: VectorStoreV1;
}

const openPlugin = async ({ plugin, settings }: Subject, collection: string): Promise<Direct> => {
  const decoded = await Effect.runPromise(Schema.decodeUnknownEffect(plugin.settings)(settings));
  const scope = await Effect.runPromise(Scope.make());
  const context = { dataDirectory: "", log: () => {} };
  const store = await Effect.runPromise(plugin.make(decoded, context).pipe(Scope.provide(scope)));
  await Effect.runPromise(store.ensureCollection({ collection, dimension: DIMENSION }));
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await Effect.runPromise(store.dropCollection(collection));
      await Effect.runPromise(Scope.close(scope, Exit.void));
    },
  };
};

/** Near one of a few directions, as embeddings are: without any, every entry is as far as the next. */
const randomVector = (random: () => number): Float32Array => {
  const topic = Math.floor(random() * 50);
  const parts = Array.from({ length: DIMENSION }, (_, i) => Math.sin((topic + 1) * (i + 1)) + 2 * (random() - 0.5));
  const length = Math.hypot(...parts);
  return Float32Array.from(parts, (part) => part / length);
};

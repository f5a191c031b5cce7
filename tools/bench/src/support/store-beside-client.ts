import { parseFilter } from "@quarry/plugin/domain";
import type { VectorStoreV1 } from "@quarry/plugin";
import { clusteredVectors } from "@quarry/services/kit";
import { Effect } from "effect";
import type { Bench } from "../harness/bench.ts";
import { TOP_K } from "./embedded.ts";
import type { StoreClient } from "./store-clients.ts";

export const STORE_DIMENSION = 384;
const LANGUAGES = ["de", "en", "fr", "it", "pt"] as const;

/** Queries per round, without and with a filter. */
export type Queries = readonly [all: number, oneLanguage: number];

/** Compares a search through our plugin with the same search through the server's own client, on its own collection. */
export const compareWithClient = async (
  bench: Bench,
  name: string,
  store: VectorStoreV1,
  client: StoreClient,
  queries: Queries,
): Promise<void> => {
  const next = clusteredVectors(STORE_DIMENSION, 3);
  const entries = Array.from({ length: bench.rows(5_000, 100) }, (_, index) => {
    return { id: `e${index}`, vector: next(), language: LANGUAGES[index % LANGUAGES.length]! };
  });
  await Effect.runPromise(store.ensureCollection({ collection: name, dimension: STORE_DIMENSION }));
  for (let start = 0; start < entries.length; start += 1_000) {
    const batch = entries.slice(start, start + 1_000);
    await client.fill(batch);
    const records = batch.map(({ id, vector, language }) => ({ id, vector, metadata: { language }, text: "" }));
    await Effect.runPromise(store.upsert(name, records));
  }
  for (const [index, language] of [undefined, LANGUAGES[0]].entries()) {
    const filter = language === undefined ? undefined : parseFilter({ language });
    const subject = async (vector: Float32Array) =>
      (await Effect.runPromise(store.search(name, { vector, topK: TOP_K, filter }))).hits.map(({ id }) => id);
    const other = (vector: Float32Array) => client.search(vector, language);
    const items = Array.from({ length: bench.scaled(queries[index]!, 5) }, next);
    await checkSimilar(items.slice(0, 5), subject, other);
    await bench.latency({
      ...{ name: language === undefined ? "all" : "one language", items, rounds: 9, warmUp: 2 },
      ...{ reference: "the store's own client", subject, other },
      ...{ p50: { difference: 1.5 }, p99: { ratio: 1.3 } },
    });
  }
};

type Search = (vector: Float32Array) => Promise<readonly string[]>;

/**
 * Checks that both sides do the same work: two graphs over the same vectors may differ in a few of the nearest; with
 * different work most results differ.
 */
const checkSimilar = async (vectors: readonly Float32Array[], ours: Search, theirs: Search): Promise<void> => {
  let same = 0;
  for (const vector of vectors) {
    const expected = new Set(await theirs(vector));
    same += (await ours(vector)).filter((id) => expected.has(id)).length;
  }
  if (same < vectors.length * TOP_K * 0.8)
    throw new Error(`only ${same} of ${vectors.length * TOP_K} hits are the same`);
};

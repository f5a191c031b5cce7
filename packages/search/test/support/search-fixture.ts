import { type Passage, PassageIndex } from "@quarry/index";
import type { FoundHits, SearchRequest, SearchResponse, SearchTarget } from "../../src/index.ts";
import { SearchService } from "../../src/index.ts";
import type { SearchFailure } from "../../src/query/search-failure.ts";

import { Effect } from "effect";
import type { VectorStoreV1 } from "@quarry/plugin";
import { exactVectorStore } from "./exact-vector-store.ts";
import { type OpenIndex, run } from "./open-index.ts";
import { DIMENSION, unit, wordVector } from "./word-embedder.ts";

/** A collection in a real index and a reference vector store, with the live generations of its documents. */
export interface SearchFixture {
  readonly target: SearchTarget;
  readonly live: Map<string, number>;
  readonly add: (passages: readonly Passage[]) => Promise<void>;
  readonly search: (request: Partial<SearchRequest>, target?: Partial<SearchTarget>) => Promise<SearchResponse>;
  readonly effect: (
    request: Partial<SearchRequest>,
    target?: Partial<SearchTarget>,
  ) => Effect.Effect<SearchResponse, SearchFailure>;
  readonly find: (request: Partial<SearchRequest>, target?: Partial<SearchTarget>) => Promise<FoundHits>;
  readonly answer: (searches: readonly FoundHits[]) => Promise<readonly SearchResponse[]>;
}

const REQUEST: SearchRequest = { query: "granite", topK: 10, mode: "hybrid", rerank: false, explain: true };

export const searchFixture = async (
  { index }: OpenIndex,
  collectionId: string,
  vectorStore: VectorStoreV1 = exactVectorStore(),
): Promise<SearchFixture> => {
  await run(index.ensure(collectionId));
  await run(vectorStore.ensureCollection({ collection: collectionId, dimension: DIMENSION }));
  const live = new Map<string, number>();
  const target: SearchTarget = {
    collectionId,
    vectorCollection: collectionId,
    vectorStore,
    maxTopK: 4_096,
    weighsTerms: false,
    embedQuery: (query) => Effect.succeed(queryVector(query)),
    alpha: 0.3,
    liveGenerations: (ids) =>
      Effect.sync(() => new Map(ids.flatMap((id) => (live.has(id) ? [[id, live.get(id)!] as const] : [])))),
  };
  const { find, answer } = await run(
    Effect.service(SearchService).pipe(Effect.provide(SearchService.layer), Effect.provideService(PassageIndex, index)),
  );
  const search = (request: Partial<SearchRequest>, other?: Partial<SearchTarget>) =>
    find({ ...target, ...other }, { ...REQUEST, ...request }).pipe(
      Effect.flatMap((found) => answer([found])),
      Effect.map(([response]) => response!),
    );
  return {
    target,
    live,
    add: async (passages) => {
      await run(index.put(collectionId, passages));
      const records = passages.map(({ id, text, metadata }) => ({
        id,
        vector: unit(wordVector(text)),
        metadata,
        text,
      }));
      await run(vectorStore.upsert(collectionId, records));
    },
    find: (request, other) => run(find({ ...target, ...other }, { ...REQUEST, ...request })),
    answer: (searches) => run(answer(searches)),
    effect: search,
    search: (request, other) => run(search(request, other)),
  };
};

/** Returns undefined for a query whose words are all unknown. */
const queryVector = (query: string): Float32Array | undefined => {
  const vector = unit(wordVector(query));
  return vector.every((value) => value === 0) ? undefined : vector;
};

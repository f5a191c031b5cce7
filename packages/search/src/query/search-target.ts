import type { LocalVectors } from "@quarry/index";
import type { PluginError, RerankerCapabilities, RerankerV1, VectorStoreV1 } from "@quarry/plugin";
import type { Effect, Redacted } from "effect";

export interface SearchReranker {
  readonly service: RerankerV1;
  readonly capabilities: RerankerCapabilities;
  readonly model: string;
  /** The collection's key, read when there is something to rerank. Absent if it has none. */
  readonly credential?: Effect.Effect<Redacted.Redacted<string> | undefined, { readonly message: string }> | undefined;
}

/** Properties of a collection that a search needs. */
export interface SearchTarget<E = never> {
  /** Its name in the passage index. */
  readonly collectionId: string;
  /** Its name in the vector store. */
  readonly vectorCollection: string;
  readonly vectorStore: VectorStoreV1;
  /** The embedded vector store of this process, for the passage index, if it contains the collection's vectors. */
  readonly localVectors?: LocalVectors | undefined;
  /** `capabilities.maxTopK` of the vector store. */
  readonly maxTopK: number;
  /**
   * Returns the query's unit vector by the embedder that made the collection's vectors; undefined if the embedder knows
   * no term of the query. Called only if the mode needs it.
   */
  readonly embedQuery: (query: string) => Effect.Effect<Float32Array | undefined, PluginError | E>;
  /** Whether the embedder weights a query's words individually, up to a limit. */
  readonly weighsTerms: boolean;
  /** Absent if none is configured; a requested rerank is then skipped. */
  readonly reranker?: SearchReranker | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1. */
  readonly alpha: number;
  /**
   * Documents whose metadata was updated while stores may still filter by the previous metadata. Undefined if there are
   * too many to list. Absent if there are none. Read once per query that has a filter.
   */
  readonly lagging?: Effect.Effect<readonly string[] | undefined, E> | undefined;
  /**
   * Returns the live generation of each document. Deleted documents and those that are not ready are omitted. Other
   * generations are never returned. Called once or a few times per query, so it should answer from memory or with one
   * indexed read.
   */
  readonly liveGenerations: (documentIds: readonly string[]) => Effect.Effect<ReadonlyMap<string, number>, E>;
}

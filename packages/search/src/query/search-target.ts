import type { LocalVectors } from "@quarry/index";
import type { PluginError, RerankerCapabilities, RerankerV1, VectorStoreV1 } from "@quarry/plugin";
import type { Effect, Redacted } from "effect";

export interface SearchReranker {
  readonly service: RerankerV1;
  readonly capabilities: RerankerCapabilities;
  readonly model: string;
  /** The collection's key, looked up when there is something to rerank. Absent: it has none. */
  readonly credential?: Effect.Effect<Redacted.Redacted<string> | undefined, { readonly message: string }> | undefined;
}

/** A collection, as far as search needs to know it. */
export interface SearchTarget<E = never> {
  /** Its name in the passage index. */
  readonly collectionId: string;
  /** Its name in the vector store. */
  readonly vectorCollection: string;
  readonly vectorStore: VectorStoreV1;
  /** The embedded vector store of this process, for the passage index, where it has the collection's vectors. */
  readonly localVectors?: LocalVectors | undefined;
  /** `capabilities.maxTopK` of the vector store. */
  readonly maxTopK: number;
  /**
   * The query's vector, of unit length, by the embedder that made the collection's vectors; undefined when that knows
   * nothing of the query. Asked only where the mode needs it.
   */
  readonly embedQuery: (query: string) => Effect.Effect<Float32Array | undefined, PluginError | E>;
  /** Whether the embedder weighs a query's words one by one, up to a limit. */
  readonly weighsTerms: boolean;
  /** Absent when none is configured; a rerank that is asked for is then skipped. */
  readonly reranker?: SearchReranker | undefined;
  /** Weight of the semantic score in hybrid search, 0 to 1. */
  readonly alpha: number;
  /**
   * Documents that were described again and whose stores may still filter by what was said of them before; undefined where
   * there are too many to name. Absent where there are none. Asked once per query that has a filter.
   */
  readonly lagging?: Effect.Effect<readonly string[] | undefined, E> | undefined;
  /**
   * The live generation of each document; documents that are deleted or not ready are left out. What is not live is
   * never returned. Asked once or a few times per query, so it should answer from memory or in one indexed read.
   */
  readonly liveGenerations: (documentIds: readonly string[]) => Effect.Effect<ReadonlyMap<string, number>, E>;
}

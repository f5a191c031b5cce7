import type { PluginError } from "@quarry/plugin";
import { Context, Effect, Layer, type Scope } from "effect";
import { EmbeddingCache } from "./cache/embedding-cache.ts";
import { embedDocuments } from "./documents/embed-documents.ts";
import type { EmbeddingFailure, ProviderOutage } from "./documents/embedding-failure.ts";
import { enterProvider, isTroubled } from "./documents/provider-trouble.ts";
import type { EmbedderUse } from "./embedder-use.ts";
import { EmbeddingObserver } from "./embedding-observer.ts";
import { EmbedderTrainings } from "./trainings/embedder-trainings.ts";
import { RateLimiters } from "./rate-limits/rate-limiters.ts";
import { QueryEmbedder } from "./queries/query-embedder.ts";
import type { TextToEmbed } from "./text-to-embed.ts";

export interface EmbeddingsShape {
  /**
   * The vectors of texts that are stored, of unit length and the use's dimension, in order. Text that was embedded before
   * costs nothing. Waits its turn and tries again what passes at once; what takes longer is for the caller to wait for.
   * `onAnswer` is called for each call that the embedder has answered.
   */
  readonly documents: (
    use: EmbedderUse,
    texts: readonly TextToEmbed[],
    onAnswer?: () => void,
  ) => Effect.Effect<readonly Float32Array[], EmbeddingFailure>;
  /**
   * Returns the reason why a document shouldn't begin now; undefined when it may. While a provider fails, one document
   * at a time may begin, for as long as its scope lasts, and probes whether the provider is back.
   */
  readonly enter: (use: EmbedderUse) => Effect.Effect<ProviderOutage | undefined, never, Scope.Scope>;
  /** Whether a caller who asks now would wait for nothing but the provider: it fails, or gives no answer. */
  readonly isTroubled: (use: EmbedderUse) => boolean;
  /** Calls `listener` with the name of an embedder that answers for the first time, or again. Returns how to stop that. */
  readonly onRecovered: (listener: (embedder: string) => void) => () => void;
  /** The vector of a query, not blank, of unit length; undefined when the embedder knows nothing of it. */
  readonly query: (use: EmbedderUse, text: string) => Effect.Effect<Float32Array | undefined, PluginError>;
}

/** Computes vectors with the embedders that the config chose: no faster than they bear, and no text twice. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsShape>()("@quarry/embedding/Embeddings") {
  static readonly layer: Layer.Layer<Embeddings, never, EmbedderTrainings | EmbeddingCache> = Layer.effect(
    Embeddings,
    Effect.gen(function* () {
      const cache = yield* EmbeddingCache;
      const trainings = yield* EmbedderTrainings;
      const observer = yield* EmbeddingObserver;
      const listeners = new Set<(embedder: string) => void>();
      const limiters = new RateLimiters((embedder) => {
        for (const listener of listeners) listener(embedder);
      });
      const queries = new QueryEmbedder(limiters, yield* Effect.scope);
      return {
        documents: (use, texts, onAnswer = () => {}) => {
          const onEmbedded = (tokens: number) => observer.embedded(use.collectionId, tokens);
          return embedDocuments(limiters, cache, use, texts, { onAnswer, onEmbedded });
        },
        enter: (use) => enterProvider(limiters, use),
        isTroubled: (use) => isTroubled(limiters, use),
        onRecovered: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        query: (use, text) =>
          Effect.flatMap(trainings.current(use), (training) => queries.embed({ ...use, training }, text)),
      };
    }),
  );
}

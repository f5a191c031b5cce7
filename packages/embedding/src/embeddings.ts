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
   * Returns the vectors of stored texts in order, with unit length and the use's dimension. Text embedded before costs
   * nothing. Waits for its turn and retries transient failures; the caller must handle longer outages. `onAnswer` is
   * called for each call that the embedder has answered.
   */
  readonly documents: (
    use: EmbedderUse,
    texts: readonly TextToEmbed[],
    onAnswer?: () => void,
  ) => Effect.Effect<readonly Float32Array[], EmbeddingFailure>;
  /**
   * Returns the reason why a document should not begin now, or undefined if it may. While a provider fails, one
   * document at a time may begin, as a probe, for as long as its scope lasts.
   */
  readonly enter: (use: EmbedderUse) => Effect.Effect<ProviderOutage | undefined, never, Scope.Scope>;
  /** Whether a new caller would only wait for the provider, because it fails or does not respond. */
  readonly isTroubled: (use: EmbedderUse) => boolean;
  /**
   * Calls `listener` with the name of an embedder that responds for the first time, or again. Returns a function that
   * stops this.
   */
  readonly onRecovered: (listener: (embedder: string) => void) => () => void;
  /**
   * Returns the vector of a query, at unit length. The query must not be blank. Returns undefined if the embedder knows
   * nothing about it.
   */
  readonly query: (use: EmbedderUse, text: string) => Effect.Effect<Float32Array | undefined, PluginError>;
}

/** Computes vectors with the configured embedders, within their rate limits, and never embeds a text twice. */
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

import type { PluginError } from "@quarry/plugin";
import { Context, Effect, Layer } from "effect";
import { EmbeddingCache } from "./cache/embedding-cache.ts";
import { embedDocuments } from "./documents/embed-documents.ts";
import type { EmbedderUse } from "./embedder-use.ts";
import { EmbedderFits } from "./fits/embedder-fits.ts";
import { Lanes } from "./pace/lanes.ts";
import { QueryEmbedder } from "./queries/query-embedder.ts";

export interface TextToEmbed {
  /** Not blank. */
  readonly text: string;
  /** Stands above the text; left out where both together are too long for the model. */
  readonly contextText?: string;
  /** The text's, by the platform's tokenizer. */
  readonly tokenCount: number;
}

export interface EmbeddingsShape {
  /**
   * The vectors of texts that are stored, of unit length and the use's dimension, in order. Text that was embedded before
   * costs nothing. Waits its turn and tries again what passes; what it fails with has a message for the document.
   */
  readonly documents: (
    use: EmbedderUse,
    texts: readonly TextToEmbed[],
  ) => Effect.Effect<readonly Float32Array[], PluginError>;
  /** The vector of a query, not blank, of unit length; undefined when the embedder knows nothing of it. */
  readonly query: (use: EmbedderUse, text: string) => Effect.Effect<Float32Array | undefined, PluginError>;
}

/** Computes vectors with the embedders that the config chose: no faster than they bear, and no text twice. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsShape>()("@quarry/embedding/Embeddings") {
  static readonly layer: Layer.Layer<Embeddings, never, EmbedderFits | EmbeddingCache> = Layer.effect(
    Embeddings,
    Effect.gen(function* () {
      const cache = yield* EmbeddingCache;
      const fits = yield* EmbedderFits;
      const lanes = new Lanes();
      const queries = new QueryEmbedder(lanes, yield* Effect.scope);
      return {
        documents: (use, texts) => embedDocuments(lanes, cache, use, texts),
        query: (use, text) => Effect.flatMap(fits.current(use), (fit) => queries.embed({ ...use, fit }, text)),
      };
    }),
  );
}

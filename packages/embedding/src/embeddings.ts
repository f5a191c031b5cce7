import type { PluginError } from "@quarry/plugin";
import { Context, type Effect, Layer } from "effect";
import { embedDocuments } from "./embed-documents.ts";
import type { EmbedderUse } from "./embedder-use.ts";

export interface TextToEmbed {
  /** Not blank. */
  readonly text: string;
  /** By the platform's tokenizer; batches are cut by it. */
  readonly tokenCount: number;
}

export interface EmbeddingsShape {
  /** The vectors of texts that are stored, of unit length and the use's dimension, in order. */
  readonly documents: (
    use: EmbedderUse,
    texts: readonly TextToEmbed[],
  ) => Effect.Effect<readonly Float32Array[], PluginError>;
}

/** Computes vectors with the embedders that the config chose. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsShape>()("@quarry/embedding/Embeddings") {
  static readonly layer: Layer.Layer<Embeddings> = Layer.succeed(Embeddings, { documents: embedDocuments });
}

import type { EmbedRequest, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { EmbeddingThread } from "./embedding-thread.ts";

/** Returns the vectors of a batch of documents, computed off the main thread. */
export const embedDocuments = (
  { model, texts, dimension }: EmbedRequest,
  thread: EmbeddingThread,
): Effect.Effect<readonly Float32Array[], PluginError> =>
  Effect.map(thread.run({ kind: "documents", model, texts, dimension }), (all) =>
    texts.map((_, index) => all.slice(index * dimension, (index + 1) * dimension)),
  );

import { defineEmbedder, type EmbedderV1, type EmbedRequest, type FitRequest } from "@quarry/plugin";
import { Effect } from "effect";
import { checkRequest } from "./check-request.ts";
import { embedDocuments } from "./embed-documents.ts";
import { embedQueries } from "./embed-queries.ts";
import { capabilities } from "./embedder-capabilities.ts";
import { LocalEmbedderSettings } from "./embedder-settings.ts";
import { makeEmbeddingThread } from "./embedding-thread.ts";
import { KnownEnglish } from "./english/known-english.ts";
import { checkFitRequest } from "./training/check-training.ts";
import { CachedTrainings } from "./training/cached-trainings.ts";

/** Default embedder without key, network or model file. The README describes its method. */
export const embedderLocal = defineEmbedder({
  name: "@quarry/embedder-local",
  specVersion: 1,
  capabilities,
  settings: LocalEmbedderSettings,
  make: Effect.fnUntraced(function* (settings: LocalEmbedderSettings) {
    const thread = yield* makeEmbeddingThread(settings);
    const knowledge = { fits: new CachedTrainings(), english: new KnownEnglish(thread) };
    const embed = Effect.fnUntraced(function* (request: EmbedRequest) {
      yield* checkRequest(request);
      const vectors = yield* request.inputType === "query"
        ? embedQueries(request, thread, knowledge)
        : embedDocuments(request, thread);
      return { vectors };
    });
    const fit = (request: FitRequest) => Effect.andThen(checkFitRequest(request), thread.fit(request));
    return { embed, fit, health: Effect.void } satisfies EmbedderV1;
  }),
});

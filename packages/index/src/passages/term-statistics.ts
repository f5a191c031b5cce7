import { PluginError, type TermStatistics } from "@quarry/plugin";
import { Effect } from "effect";
import type { PassageIndexService } from "./passage-index.ts";
import type { PassageIndexError } from "./passage-index-error.ts";

/**
 * Returns the collection's term statistics in the form that embedders use (`capabilities.usesTermStatistics`), read on
 * demand.
 */
export const termStatistics = (index: PassageIndexService, collectionId: string): TermStatistics => ({
  read: (terms) => Effect.mapError(index.termFrequencies(collectionId, terms), toPluginError),
  repair: (query) =>
    Effect.mapBoth(index.repairQuery(collectionId, query), {
      onSuccess: ({ query: text, repairs }) => ({ text, repairs }),
      onFailure: toPluginError,
    }),
});

const toPluginError = (error: PassageIndexError): PluginError =>
  new PluginError({
    plugin: "passage-index",
    reason: error.isRetryable ? "unavailable" : "internal",
    message: error.message,
    cause: error,
  });

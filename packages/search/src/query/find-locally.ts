import type { PassageIndexError, SearchDepths } from "@quarry/index";
import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Effect } from "effect";

import { byVectorId } from "./branches.ts";
import type { FoundCandidates, Search } from "./search.ts";

/**
 * Failures after which the store itself is asked: its instrumented decorator reports the problem, or restarts the
 * thread.
 */
const ASKED_AGAIN: ReadonlySet<string> = new Set(["damaged", "not_found", "ended"]);

/**
 * The candidates of a hybrid search in one call; undefined where words or vectors are not in files of this process, or the vectors have
 * no answer. One branch alone is one call by itself: a thread between would only make it later.
 */
export const findLocally = Effect.fnUntraced(function* <E>(
  { index, target, request, storeFilter, query, vector, clock }: Search<E>,
  depths: SearchDepths,
): Effect.fn.Return<FoundCandidates | undefined, PassageIndexError | PluginError> {
  const { localVectors, collectionId, vectorCollection, maxTopK } = target;
  const { mode, filter, explain, maxChunksPerDocument } = request;
  if (index.search === undefined || localVectors === undefined || mode !== "hybrid") return undefined;
  const found = yield* index.search(collectionId, localVectors, {
    ...{ query, vector, vectorCollection, maxTopK, filter, depths, explain },
    vectorFilter: (storeFilter ?? request).filter,
    alpha: request.alpha ?? target.alpha,
    maxPerDocument: maxChunksPerDocument,
  });
  if ("failure" in found) {
    const { reason, message } = found.failure;
    if (ASKED_AGAIN.has(reason)) return undefined;
    return yield* new PluginError({ plugin: localVectors.plugin, reason: reason as PluginErrorReason, message });
  }
  const { candidates, depth, passages, steps } = found;
  clock.add(steps);
  return { ...candidates, depth, passages: byVectorId(passages) };
});

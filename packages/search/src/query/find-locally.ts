import type { PassageIndexError, SearchDepths } from "@quarry/index";
import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Effect } from "effect";

import { byVectorId } from "./branches.ts";
import type { FoundCandidates, Search } from "./search.ts";

/**
 * Failures after which the store itself is queried: its instrumented decorator reports the problem, or restarts the
 * thread.
 */
const ASKED_AGAIN: ReadonlySet<string> = new Set(["damaged", "not_found", "ended"]);

/**
 * Finds the candidates of a hybrid search in one call. Returns undefined if terms or vectors are not in files of this
 * process, or if the vector store can't answer. A single branch is one call anyway, and an intermediate thread would
 * only slow it down.
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

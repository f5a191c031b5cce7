import type { DomainError } from "@quarry/domain";
import type { PluginError } from "@quarry/plugin";
import { Context, Effect, Layer } from "effect";
import { PassageIndex } from "../passage-index/passage-index.ts";
import type { PassageIndexError } from "../passage-index/passage-index-error.ts";
import { planSearch } from "./plan-search.ts";
import type { SearchRequest, SearchResponse } from "./search-request.ts";
import type { SearchTarget } from "./search-target.ts";

/** Why a search failed; `searchFailureToDomain` turns it into what the caller is told. */
export type SearchFailure = DomainError | PassageIndexError | PluginError;

export interface SearchServiceShape {
  /**
   * Searches one collection. Fails only when a branch that the mode needs can't answer; a reranker that fails does not
   * fail the search.
   */
  readonly search: <E>(
    target: SearchTarget<E>,
    request: SearchRequest,
  ) => Effect.Effect<SearchResponse, SearchFailure | E>;
}

export class SearchService extends Context.Service<SearchService, SearchServiceShape>()(
  "@quarry/search/SearchService",
) {
  static readonly layer: Layer.Layer<SearchService, never, PassageIndex> = Layer.effect(
    SearchService,
    Effect.map(PassageIndex, (index) => ({ search: (target, request) => planSearch(index, target, request) })),
  );
}

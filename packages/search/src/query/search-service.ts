import { PassageIndex } from "@quarry/index";
import { RateLimiters } from "@quarry/embedding";
import type { PluginError } from "@quarry/plugin";
import { Context, Effect, Layer } from "effect";

import { answerSearches, findHits, type FoundHits } from "./plan-search.ts";
import { type Judging, relevances } from "./rerank-hits.ts";
import type { SearchFailure } from "./search-failure.ts";
import type { SearchRequest, SearchResponse } from "./search-request.ts";
import type { SearchTarget } from "./search-target.ts";

export interface SearchServiceShape {
  /**
   * First part of a search of one collection: everything except reranking and building the response. Fails only when a
   * branch that the mode needs can't answer.
   */
  readonly find: <E>(target: SearchTarget<E>, request: SearchRequest) => Effect.Effect<FoundHits, SearchFailure | E>;
  /** Second part of a search, for several at once: one query on several collections is reranked together. A reranker that fails does not fail them. */
  readonly answer: (searches: readonly FoundHits[]) => Effect.Effect<readonly SearchResponse[]>;
  /** Returns the relevance of each text by a reranker, from 0 to 1, under the same rate limits as searches. */
  readonly judge: (judging: Judging, texts: readonly string[]) => Effect.Effect<readonly number[], PluginError>;
}

export class SearchService extends Context.Service<SearchService, SearchServiceShape>()(
  "@quarry/search/SearchService",
) {
  static readonly layer: Layer.Layer<SearchService, never, PassageIndex> = Layer.effect(
    SearchService,
    Effect.map(PassageIndex, (index): SearchServiceShape => {
      const limiters = new RateLimiters();
      return {
        find: (target, request) => findHits(index, target, request),
        answer: (searches) => answerSearches(limiters, searches),
        judge: (judging, texts) =>
          Effect.catchTag(relevances(limiters, judging, texts), "ProviderPaused", ({ error }) => Effect.fail(error)),
      };
    }),
  );
}

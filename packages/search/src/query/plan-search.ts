import type { PassageIndexService, WordRepair } from "@quarry/index";
import { invalidArgument } from "@quarry/plugin/domain";
import type { RateLimiters } from "@quarry/embedding";
import { type BoundedQuery, boundedQuery } from "@quarry/text";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import { Effect } from "effect";

import { bestHits } from "./best-hits.ts";
import { diversify, vectorsOf } from "./diversify.ts";
import type { Hit } from "./hit.ts";
import { highlightHits } from "./highlight-hits.ts";
import { rerankHits, type Reranking } from "./rerank-hits.ts";
import type { Search } from "./search.ts";
import { SearchClock } from "./search-clock.ts";
import type { SearchFailure } from "./search-failure.ts";
import type { SearchRequest, SearchResponse } from "./search-request.ts";
import { toResult } from "./search-result.ts";
import type { SearchReranker, SearchTarget } from "./search-target.ts";
import { storeFilterOf } from "./store-filter.ts";

/**
 * Hits that the reranker scores, or that diverse results are chosen from: per wanted result, and the minimum in total.
 */
const HITS_PER_RESULT = 5;
const MOST_HITS = 100;

/** Characters from which the analysis of a query gets its own time slice. */
const LONG_QUERY = 4_096;

/** A search with its hits, before reranking. */
export interface FoundHits {
  readonly request: SearchRequest;
  /** Part of the query that was searched by keywords. */
  readonly query: string;
  /** Only set if the request wants an explanation or the matches. */
  readonly repairs: readonly WordRepair[];
  /** Number of words of the query that were not searched for, because it has too many. */
  readonly termsLeftOut: number;
  readonly reranker: SearchReranker | undefined;
  readonly hits: readonly Hit[];
  /** Vectors of the hits, if diversity needs them or the request wants them. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly clock: SearchClock;
}

/** Finds the hits that may be returned: the wanted number, or the number that the reranker needs. */
export const findHits = Effect.fnUntraced(function* <E>(
  index: PassageIndexService,
  target: SearchTarget<E>,
  request: SearchRequest,
): Effect.fn.Return<FoundHits, SearchFailure | E> {
  const hasText = request.query.trim() !== "";
  if (!hasText && (request.vector === undefined || request.mode !== "semantic")) {
    return yield* invalidArgument("query: must not be blank");
  }
  const clock = new SearchClock();
  const isToBeEmbedded = request.mode !== "keyword" && request.vector === undefined;
  const { text: query, leftOut } = yield* bounded(request.query);
  const needsRepairs = hasText && (request.explain || request.highlight !== undefined);
  const { repairs } = needsRepairs ? yield* index.repairQuery(target.collectionId, query) : NOT_ASKED;
  const vector = isToBeEmbedded
    ? yield* clock.measure("embedMs", target.embedQuery(target.weighsTerms ? query : request.query))
    : request.vector;
  const storeFilter = yield* storeFilterOf(request.filter, target);
  const search: Search<E> = { index, target, request, storeFilter, query, vector, clock };
  const { topK, rerank } = request;
  const isReordered = (rerank && request.query !== "") || isDiverse(request);
  const wanted = isReordered ? Math.max(topK, Math.min(topK * HITS_PER_RESULT, MOST_HITS)) : topK;
  const hits = yield* bestHits(search, wanted);
  const needsVectors = request.withVectors === true || (isDiverse(request) && hits.length > 1);
  const vectors = needsVectors ? yield* vectorsOf(target, hits) : new Map<string, Float32Array>();
  const isByTerms = (isToBeEmbedded && target.weighsTerms) || request.mode !== "semantic";
  const termsLeftOut = isByTerms ? leftOut : 0;
  return { request, query, repairs, termsLeftOut, reranker: target.reranker, hits, vectors, clock };
});

/** Analyses a query. A long query takes some milliseconds, and a batch may contain several: others run between them. */
const bounded = (query: string): Effect.Effect<BoundedQuery> => {
  const check = Effect.sync(() => boundedQuery(query));
  return query.length <= LONG_QUERY ? check : Effect.andThen(Effect.promise(yieldToOthers), check);
};

const NOT_ASKED: { readonly repairs: readonly WordRepair[] } = { repairs: [] };

const isDiverse = ({ diversity = 0 }: SearchRequest): boolean => diversity > 0;

/** Returns the responses of searches that have found their hits. Reranks those that want it, together if possible. */
export const answerSearches = Effect.fnUntraced(function* (
  limiters: RateLimiters,
  searches: readonly FoundHits[],
): Effect.fn.Return<readonly SearchResponse[]> {
  const wanting = searches.filter(({ request }) => request.rerank);
  const jobs = wanting.map(({ reranker, request, hits }) => ({ reranker, query: request.query, hits }));
  const reranking = wanting.reduce(
    (effect, { clock }) => clock.measure("rerankMs", effect),
    rerankHits(limiters, jobs),
  );
  const rerankings = jobs.length === 0 ? [] : yield* reranking;
  return yield* Effect.forEach(searches, (found) => toResponse(found, rerankings[wanting.indexOf(found)]));
});

/**
 * Builds the response. The threshold applies to the returned score, so it comes after the reranker and before the
 * diversification.
 */
const toResponse = Effect.fnUntraced(function* (
  found: FoundHits,
  reranking: Reranking | undefined,
): Effect.fn.Return<SearchResponse> {
  const { request, clock } = found;
  const minScore = request.minScore ?? 0;
  const good = (reranking?.hits ?? found.hits).filter(({ score }) => score >= minScore);
  const chosen = isDiverse(request)
    ? yield* diversify(good, found.vectors, request.diversity ?? 0, request.topK)
    : good.slice(0, request.topK);
  const shown = yield* highlightHits(found, chosen);
  return {
    // Fields are assigned to each result: a copy would evaluate its metadata.
    results: chosen.map((hit, index) =>
      Object.assign(
        toResult(hit, request, request.withVectors === true ? found.vectors.get(hit.id) : undefined),
        shown !== undefined && { highlights: shown[index]! },
      ),
    ),
    rerankStatus: reranking?.status ?? null,
    termsLeftOut: found.termsLeftOut,
    ...(reranking?.message !== undefined && { rerankMessage: reranking.message }),
    ...(request.explain && { timings: clock.timings(), repairs: found.repairs }),
  };
});

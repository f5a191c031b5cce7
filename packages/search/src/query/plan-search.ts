import { invalidArgument } from "@quarry/domain";
import { Effect } from "effect";
import type { PassageIndexService } from "../passage-index/passage-index.ts";
import { embedQuery } from "./embed-query.ts";
import { findCandidates, type Search } from "./find-candidates.ts";
import { type Hit, Hydration } from "./hydration.ts";
import { rerankHits } from "./rerank-hits.ts";
import { SearchClock } from "./search-clock.ts";
import type { SearchRequest, SearchResponse } from "./search-request.ts";
import { toResult } from "./search-result.ts";
import type { SearchFailure } from "./search-service.ts";
import type { SearchTarget } from "./search-target.ts";

/**
 * Hybrid candidates per branch, per result wanted, and at least: what a passage lacks in one branch it can make good in
 * the other only if it is a candidate at all. The same numbers say how many hits a reranker sees.
 */
const CANDIDATES_PER_RESULT = 5;
const MIN_CANDIDATES = 100;

/** Carries out one search. */
export const planSearch = Effect.fnUntraced(function* <E>(
  index: PassageIndexService,
  target: SearchTarget<E>,
  request: SearchRequest,
): Effect.fn.Return<SearchResponse, SearchFailure | E> {
  if (request.query.trim() === "") return yield* invalidArgument("query: must not be blank");
  const clock = new SearchClock();
  const needsVector = request.mode !== "keyword";
  const vector = needsVector ? yield* clock.measure("embedMs", embedQuery(index, target, request.query)) : undefined;
  const search: Search<E> = { index, target, request, vector, clock };
  const answer = request.rerank ? yield* rerankedHits(search) : { hits: yield* bestHits(search, request.topK) };
  const minScore = request.minScore ?? 0;
  const results = answer.hits
    .slice(0, request.topK)
    .filter(({ score }) => score >= minScore)
    .map((hit) => toResult(hit, request.explain));
  return {
    results,
    rerankStatus: "status" in answer ? answer.status : null,
    ...("message" in answer && { rerankMessage: answer.message }),
    ...(request.explain && { timings: clock.timings() }),
  };
});

const rerankedHits = Effect.fnUntraced(function* <E>(search: Search<E>) {
  const { request, target, clock } = search;
  const pool = Math.max(request.topK, Math.min(request.topK * CANDIDATES_PER_RESULT, MIN_CANDIDATES));
  const hits = yield* bestHits(search, pool);
  return yield* clock.measure("rerankMs", rerankHits(target.reranker, request.query, hits));
});

/**
 * The best `wanted` hits. Where candidates turn out to be replaced it looks once more: a document that got its next
 * generation between the branches' answers and the check would otherwise be missing from this one.
 */
const bestHits = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  const first = new Hydration(search);
  const hits = yield* deepen(search, wanted, first);
  return first.sawReplaced ? yield* deepen(search, wanted, new Hydration(search)) : hits;
});

/** Goes deeper until `wanted` hits may be returned, or the branches have nothing more. */
const deepen = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
  hydration: Hydration<E>,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  const { mode, topK } = search.request;
  let depth = mode === "hybrid" ? Math.max(wanted, topK * CANDIDATES_PER_RESULT, MIN_CANDIDATES) : wanted;
  let found = 0;
  for (;;) {
    const candidates = yield* findCandidates(search, depth);
    const hits = yield* hydration.take(candidates.ranked, wanted);
    // The store's limit on `topK` ends the semantic branch as well.
    const isStuck = depth > search.target.maxTopK && candidates.ranked.length === found;
    if (hits.length >= wanted || candidates.isExhausted || isStuck) return hits;
    found = candidates.ranked.length;
    depth *= 2;
  }
});

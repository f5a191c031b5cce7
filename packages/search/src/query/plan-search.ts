import { invalidArgument } from "@quarry/domain";
import type { Lanes } from "@quarry/embedding";
import { type BoundedQuery, boundedQuery } from "@quarry/text";
import { Effect, Semaphore } from "effect";
import type { PassageIndexService } from "../passage-index/passage-index.ts";
import type { WordRepair } from "../passage-index/spelling/query-repair.ts";
import type { Hit } from "./candidate.ts";
import { diversify, vectorsOf } from "./diversify.ts";
import { findCandidates, type Search } from "./find-candidates.ts";
import { Hydration } from "./hydration.ts";
import { rerankHits, type Reranking } from "./rerank-hits.ts";
import { SearchClock } from "./search-clock.ts";
import type { SearchFailure } from "./search-failure.ts";
import type { SearchRequest, SearchResponse } from "./search-request.ts";
import { toResult } from "./search-result.ts";
import type { SearchReranker, SearchTarget } from "./search-target.ts";

/**
 * Hybrid candidates per branch, per result wanted, and at least: what a passage lacks in one branch it can make good in
 * the other only if it is a candidate at all. The same numbers say how many hits a reranker sees, and how many diverse
 * results are chosen from.
 */
const CANDIDATES_PER_RESULT = 5;
const MIN_CANDIDATES = 100;

/**
 * Hybrid candidates per branch that are looked at first, per result wanted, and at least. Mostly they are enough to know
 * that nothing further down can be among the best; a branch costs about half as much then, and what one of them doesn't
 * know of a candidate is asked for few.
 */
const FIRST_CANDIDATES_PER_RESULT = 3;
const MIN_FIRST_CANDIDATES = 30;

/** Characters from which a query has a turn of its own. */
const LONG_QUERY = 4_096;

/** Looks of one search, each for what was replaced during the one before. */
const MOST_LOOKS = 5;

/** A search whose hits are found and not yet reranked. */
export interface FoundHits {
  readonly request: SearchRequest;
  /** Told only where the request wants an explanation. */
  readonly repairs: readonly WordRepair[];
  /** Words of the query that were not searched for: it has too many. */
  readonly wordsLeftOut: number;
  readonly reranker: SearchReranker | undefined;
  readonly hits: readonly Hit[];
  /** The hits' vectors, where likeness among them matters. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly clock: SearchClock;
}

/** Finds what may be returned: as many hits as are wanted, or as the reranker is to see. */
export const findHits = Effect.fnUntraced(function* <E>(
  index: PassageIndexService,
  target: SearchTarget<E>,
  request: SearchRequest,
): Effect.fn.Return<FoundHits, SearchFailure | E> {
  if (request.query.trim() === "") return yield* invalidArgument("query: must not be blank");
  const clock = new SearchClock();
  const needsVector = request.mode !== "keyword";
  const { text: asked, leftOut } = yield* bounded(request.query);
  const { repairs } = request.explain ? yield* index.repairQuery(target.collectionId, asked) : NOT_ASKED;
  const vector = needsVector
    ? yield* clock.measure("embedMs", target.embedQuery(target.weighsWords ? asked : request.query))
    : undefined;
  const search: Search<E> = { index, target, request, asked, vector, clock };
  const { topK, rerank } = request;
  const isReordered = rerank || isDiverse(request);
  const wanted = isReordered ? Math.max(topK, Math.min(topK * CANDIDATES_PER_RESULT, MIN_CANDIDATES)) : topK;
  const hits = yield* bestHits(search, wanted);
  const vectors = isDiverse(request) ? yield* vectorsOf(target, hits) : new Map<string, Float32Array>();
  const wordsLeftOut = target.weighsWords || request.mode !== "semantic" ? leftOut : 0;
  return { request, repairs, wordsLeftOut, reranker: target.reranker, hits, vectors, clock };
});

/** Looking through a long one takes some milliseconds, and several come in one batch: others get their turn between them. */
const bounded = (query: string): Effect.Effect<BoundedQuery> => {
  const look = Effect.sync(() => boundedQuery(query));
  return query.length <= LONG_QUERY ? look : oneAtATime.withPermits(1)(Effect.andThen(nextTurn, look));
};

const oneAtATime = Semaphore.makeUnsafe(1);

const nextTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)));

const NOT_ASKED: { readonly repairs: readonly WordRepair[] } = { repairs: [] };

const isDiverse = ({ diversity = 0 }: SearchRequest): boolean => diversity > 0;

/** The answers of searches that have found their hits. Those that want it are reranked, together where that can be. */
export const answerSearches = Effect.fnUntraced(function* (
  lanes: Lanes,
  searches: readonly FoundHits[],
): Effect.fn.Return<readonly SearchResponse[]> {
  const wanting = searches.filter(({ request }) => request.rerank);
  const jobs = wanting.map(({ reranker, request, hits }) => ({ reranker, query: request.query, hits }));
  const reranking = wanting.reduce((effect, { clock }) => clock.measure("rerankMs", effect), rerankHits(lanes, jobs));
  const rerankings = jobs.length === 0 ? [] : yield* reranking;
  return yield* Effect.forEach(searches, (found) => toResponse(found, rerankings[wanting.indexOf(found)]));
});

/** The threshold is about the score that is returned, so it comes after the reranker; what it excludes is no choice. */
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
  return {
    results: chosen.map((hit) => toResult(hit, request.explain)),
    rerankStatus: reranking?.status ?? null,
    wordsLeftOut: found.wordsLeftOut,
    ...(reranking?.message !== undefined && { rerankMessage: reranking.message }),
    ...(request.explain && { timings: clock.timings(), repairs: found.repairs }),
  };
});

/**
 * The best `wanted` hits. Where candidates turn out to be replaced it looks once more: a document that got its next
 * generation between the branches' answers and the check would otherwise be missing from this one. While a whole
 * collection is processed again, another one may be replaced during that look.
 */
const bestHits = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  let hydration = new Hydration(search);
  let hits = yield* deepen(search, wanted, hydration);
  for (let looks = 1; hydration.sawReplaced && looks < MOST_LOOKS; looks += 1) {
    hydration = new Hydration(search, hydration);
    hits = yield* deepen(search, wanted, hydration);
  }
  return hits;
});

/**
 * Hybrid hits that are sure to be the best with what lies near the top of the branches: no score that a passage further
 * down could have reaches the last of them. Undefined where that can't be said.
 */
const lookAtTop = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
  fullDepth: number,
  hydration: Hydration<E>,
): Effect.fn.Return<readonly Hit[] | undefined, SearchFailure | E> {
  const depth = Math.max(wanted * FIRST_CANDIDATES_PER_RESULT, MIN_FIRST_CANDIDATES);
  // A store that gives fewer says nothing of those below.
  if (depth >= fullDepth || depth > search.target.maxTopK) return undefined;
  const candidates = yield* findCandidates(search, depth, wanted);
  const hits = yield* hydration.take(candidates.ranked, wanted);
  const lowest = hits.length < wanted ? 0 : hits.at(-1)!.score;
  return candidates.isExhausted || lowest > candidates.bound ? hits : undefined;
});

/** Goes deeper until `wanted` hits may be returned, or the branches have nothing more. */
const deepen = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
  hydration: Hydration<E>,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  const { mode, topK, maxChunksPerDocument } = search.request;
  let depth = mode === "hybrid" ? Math.max(wanted, topK * CANDIDATES_PER_RESULT, MIN_CANDIDATES) : wanted;
  const sure = mode === "hybrid" ? yield* lookAtTop(search, wanted, depth, hydration) : undefined;
  if (sure !== undefined) return sure;
  let found = 0;
  for (;;) {
    const candidates = yield* findCandidates(search, depth);
    const hits = yield* hydration.take(candidates.ranked, wanted);
    // The store's limit on `topK` ends the semantic branch as well.
    const isStuck = depth > search.target.maxTopK && candidates.ranked.length === found;
    if (candidates.isExhausted || isStuck) return hits;
    // A limit per document reaches far down the ranking, where a passage that no branch returned may stand before.
    const isCertain = maxChunksPerDocument === undefined || (hits.at(-1)?.score ?? 0) >= candidates.bound;
    if (hits.length >= wanted && isCertain) return hits;
    found = candidates.ranked.length;
    depth *= 2;
  }
});

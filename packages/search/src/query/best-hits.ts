import { Effect } from "effect";
import { findCandidates } from "./find-candidates.ts";
import type { Hit } from "./hit.ts";
import { Hydration } from "./hydration.ts";
import type { Search } from "./search.ts";
import type { SearchFailure } from "./search-failure.ts";
import type { SearchTarget } from "./search-target.ts";

/**
 * Finds the best hits of one search. A keyword or a semantic search has one branch, whose order is the result order. A
 * hybrid search has both, and a passage's score combines the scores of both.
 *
 * Each branch returns its first `depth` passages. They are the candidates; if only one branch scored a candidate, the
 * other one computes the missing score. The `bound` is the highest score that any other passage can have, derived from
 * the last score of each branch: candidates above it certainly precede all the rest (threshold algorithm of Fagin et
 * al.). The best candidates are read, and those that may be returned are hits.
 *
 * A hybrid search begins shallow, which is usually enough to be certain, and costs about half. There it omits
 * candidates that can't be among the best even with the highest score that the other branch could add. Otherwise it
 * searches again at its full depth and accepts its best hits as they are. It goes deeper only while it has too few
 * hits, because candidates are excluded by the filter or belong to a run that is not live, or while a limit per
 * document admits hits below the bound.
 */

/**
 * Full depth of a hybrid search per wanted result, and its minimum. A passage with a low score in one branch can
 * compensate for it in the other only if it is a candidate at all.
 */
const CANDIDATES_PER_RESULT = 5;
const MIN_CANDIDATES = 100;

/** Initial depth of a hybrid search, per wanted hit. */
const FIRST_CANDIDATES_PER_HIT = 3;
const MIN_FIRST_CANDIDATES = 30;

/**
 * Maximum number of times that a search is done, each time because candidates were replaced during the previous one.
 */
const MOST_TIMES = 5;

/**
 * Returns the best `wanted` hits. Repeats the search if candidates turn out to be replaced: otherwise a document that
 * got its next generation between the branches' answers and the check would be missing. While a whole collection is
 * reprocessed, another document may be replaced during each repetition.
 */
export const bestHits = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  let replaced: ReadonlySet<string> = new Set();
  for (let times = 1; ; times += 1) {
    const hydration = new Hydration(search);
    const hits = yield* deepen(search, wanted, hydration);
    // The branches of this round already saw the replacements found in the previous round.
    if (times === MOST_TIMES || [...hydration.replaced].every((one) => replaced.has(one))) return hits;
    replaced = hydration.replaced;
  }
});

/** Increases the depth until the best `wanted` hits are found, or the branches are exhausted. */
const deepen = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
  hydration: Hydration<E>,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  const { mode, topK, maxChunksPerDocument } = search.request;
  const isHybrid = mode === "hybrid";
  const fullDepth = isHybrid ? Math.max(wanted, topK * CANDIDATES_PER_RESULT, MIN_CANDIDATES) : wanted;
  let depth = isHybrid ? firstDepth(search.target, wanted, fullDepth) : fullDepth;
  for (;;) {
    const candidates = yield* findCandidates(search, { first: depth, full: fullDepth, wanted });
    const { isExhausted, bound } = candidates;
    const isShallow = candidates.depth < fullDepth;
    const hits = yield* hydration.take(candidates, wanted);
    if (isExhausted) return hits;
    if (hits.length === wanted) {
      const { score } = hits.at(-1)!;
      // A limit per document reaches far down the ranking, where a passage that no branch returned may rank higher.
      if (isShallow ? score > bound : maxChunksPerDocument === undefined || score >= bound) return hits;
    }
    depth = isShallow ? fullDepth : candidates.depth * 2;
  }
});

/**
 * Returns the initial depth. A store whose limit is lower than the depth would give no bound for the passages below.
 */
const firstDepth = <E>({ maxTopK }: SearchTarget<E>, wanted: number, fullDepth: number): number => {
  const depth = Math.max(wanted * FIRST_CANDIDATES_PER_HIT, MIN_FIRST_CANDIDATES);
  return depth > maxTopK ? fullDepth : Math.min(depth, fullDepth);
};

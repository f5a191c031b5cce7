import { Effect } from "effect";
import { findCandidates } from "./find-candidates.ts";
import type { Hit } from "./hit.ts";
import { Hydration } from "./hydration.ts";
import type { Search } from "./search.ts";
import type { SearchFailure } from "./search-failure.ts";
import type { SearchTarget } from "./search-target.ts";

/**
 * Finds the best hits of one search. A keyword or a semantic search has one branch, whose order is the answer's; a
 * hybrid search has both, and a passage's score combines the scores of both.
 *
 * Each branch returns its first passages, as many as the `depth` says. They are the candidates; where only one branch
 * scored a candidate, the other one is asked for its score. The `bound` is the highest score that any other passage can
 * have, judged by the last score of each branch: candidates above it are certain to come before all the rest (as in the
 * threshold algorithm of Fagin and others). The best candidates are read, and those that may be returned are hits.
 *
 * A hybrid search begins shallow, which is mostly enough to be certain, and costs about half; candidates that can't be
 * among the best even with the most that the other branch could add are left out there. Otherwise it searches again at
 * its full depth, and its best hits are taken as they are. It goes deeper only while it has too few hits, because
 * candidates lie outside of the filter or belong to a run that is not live, or while a limit per document admits hits
 * below the bound.
 */

/**
 * Full depth of a hybrid search, per result wanted, and at least: what a passage lacks in one branch it can make good in the
 * other only if it is a candidate at all.
 */
const CANDIDATES_PER_RESULT = 5;
const MIN_CANDIDATES = 100;

/** The same for the depth that it begins with, per hit wanted. */
const FIRST_CANDIDATES_PER_HIT = 3;
const MIN_FIRST_CANDIDATES = 30;

/** Times that a search is done, each for what was replaced during the one before. */
const MOST_TIMES = 5;

/**
 * The best `wanted` hits. Where candidates turn out to be replaced it is done once more: a document that got its next
 * generation between the branches' answers and the check would otherwise be missing from this one. While a whole
 * collection is processed again, another one may be replaced during that time.
 */
export const bestHits = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  wanted: number,
): Effect.fn.Return<readonly Hit[], SearchFailure | E> {
  let replaced: ReadonlySet<string> = new Set();
  for (let times = 1; ; times += 1) {
    const hydration = new Hydration(search);
    const hits = yield* deepen(search, wanted, hydration);
    // The branches of this round know the replacements that the previous round met.
    if (times === MOST_TIMES || [...hydration.replaced].every((one) => replaced.has(one))) return hits;
    replaced = hydration.replaced;
  }
});

/** Goes deeper until the best `wanted` hits are found, or the branches have nothing more. */
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
      // A limit per document reaches far down the ranking, where a passage that no branch told of may stand before.
      if (isShallow ? score > bound : maxChunksPerDocument === undefined || score >= bound) return hits;
    }
    depth = isShallow ? fullDepth : candidates.depth * 2;
  }
});

/** A store that gives fewer than it is asked for would say nothing of those below. */
const firstDepth = <E>({ maxTopK }: SearchTarget<E>, wanted: number, fullDepth: number): number => {
  const depth = Math.max(wanted * FIRST_CANDIDATES_PER_HIT, MIN_FIRST_CANDIDATES);
  return depth > maxTopK ? fullDepth : Math.min(depth, fullDepth);
};

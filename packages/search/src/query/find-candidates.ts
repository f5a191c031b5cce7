import type { PassageIndexError, PassageIndexService } from "@quarry/index";
import { hybridScore } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import { hasPhrases } from "@quarry/text";
import { Effect } from "effect";

import { type Branch, boundOf, keywordBranch, keywordScores, semanticBranch, semanticScores } from "./branches.ts";
import { byScore, type Candidate, type Candidates } from "./candidate.ts";
import { contendersOf } from "./contenders.ts";
import type { SearchClock } from "./search-clock.ts";
import type { SearchRequest } from "./search-request.ts";
import type { SearchTarget } from "./search-target.ts";
import type { StoreFilter } from "./store-filter.ts";

/** One search, as the steps of the plan see it. */
export interface Search<E> {
  readonly index: PassageIndexService;
  readonly target: SearchTarget<E>;
  readonly request: SearchRequest;
  /** What of the query is searched by its words. */
  readonly asked: string;
  /** What stores are asked by in the place of the request's filter; undefined where that is the filter itself. */
  readonly storeFilter: StoreFilter | undefined;
  /** Undefined when the mode needs none, or the embedder knows nothing of the query. */
  readonly vector: Float32Array | undefined;
  readonly clock: SearchClock;
}

type Found = Effect.Effect<Candidates, PassageIndexError | PluginError>;

/**
 * The candidates of each branch down to `depth`, scored as the mode says. With `wanted`, those that can't be among so many
 * of the best are left out; `bound` then tells of them as well.
 */
export const findCandidates = <E>(search: Search<E>, depth: number, wanted?: number): Found => {
  switch (search.request.mode) {
    case "semantic":
      return Effect.map(semantic(search, depth), (branch) => explained(search, single(branch, "semantic"), branch));
    case "keyword":
      return Effect.map(keyword(search, depth), (branch) =>
        explained(search, single(branch, "keyword"), undefined, branch),
      );
    case "hybrid":
      return hybrid(search, depth, wanted);
  }
};

const single = (branch: Branch, part: "semantic" | "keyword"): Candidates => ({
  ranked: [...branch.scores].map(([id, score]) => ({ id, score, [part]: score })).sort(byScore),
  isExhausted: branch.isExhausted,
  bound: boundOf(branch),
  passages: branch.passages,
});

const hybrid = <E>(search: Search<E>, depth: number, wanted: number | undefined): Found =>
  Effect.gen(function* () {
    const [near, matching] = yield* Effect.all([semantic(search, depth), keyword(search, depth)], { concurrency: 2 });
    const alpha = search.request.alpha ?? search.target.alpha;
    const contenders = contendersOf(alpha, near, matching, wanted);
    const [farScores, otherScores] = yield* search.clock.measure(
      "completeMs",
      complete(search, contenders.ids, near, matching),
    );
    const mustHold = hasPhrases(search.asked);
    const ids = contenders.ids.filter(
      // Whoever lacks a phrase of the query has no keyword score, and whoever holds it has one.
      (id) => !mustHold || matching.scores.has(id) || (otherScores.get(id) ?? 0) > 0,
    );
    const ranked: Candidate[] = ids.map((id) => {
      const semanticPart = near.scores.get(id) ?? farScores.get(id) ?? 0;
      const keywordPart = matching.scores.get(id) ?? otherScores.get(id) ?? 0;
      const score = hybridScore(alpha, semanticPart, keywordPart);
      return { id, score, semantic: semanticPart, keyword: keywordPart, fused: score, alpha };
    });
    const isExhausted = contenders.isAll && matching.isExhausted && (near.isExhausted || mustHold);
    const { bound } = contenders;
    return explained(search, { ranked: ranked.sort(byScore), isExhausted, bound }, near, matching);
  });

/** Adds each candidate's place in the branches that returned it, if that is wanted. */
const explained = <E>({ request }: Search<E>, candidates: Candidates, near?: Branch, matching?: Branch): Candidates => {
  if (!request.explain) return candidates;
  const [nearRanks, matchingRanks] = [ranksOf(near), ranksOf(matching)];
  const ranked = candidates.ranked.map((candidate) => {
    const [semanticRank, keywordRank] = [nearRanks.get(candidate.id), matchingRanks.get(candidate.id)];
    return {
      ...candidate,
      ...(semanticRank !== undefined && { semanticRank }),
      ...(keywordRank !== undefined && { keywordRank }),
    };
  });
  return { ...candidates, ranked };
};

const ranksOf = (branch: Branch | undefined): ReadonlyMap<string, number> =>
  new Map([...(branch?.scores.keys() ?? [])].map((id, index) => [id, index + 1]));

// A passage that only one branch returned has a score in the other as well; taking 0 for it would make its score depend
// on `topK`.
const complete = <E>(
  { index, target, asked, vector }: Search<E>,
  ids: readonly string[],
  near: Branch,
  matching: Branch,
) => {
  const onlyMatching = ids.filter((id) => !near.scores.has(id));
  const onlyNear = ids.filter((id) => !matching.scores.has(id));
  // Where every match is known, the others have no term of the query.
  const knowsAll = matching.isExhausted || onlyNear.length === 0;
  return Effect.all(
    [
      semanticScores(target, vector, onlyMatching),
      knowsAll
        ? Effect.succeed<ReadonlyMap<string, number>>(new Map())
        : keywordScores(index, target.collectionId, asked, onlyNear),
    ],
    { concurrency: 2 },
  );
};

const semantic = <E>({ target, request, storeFilter, vector, clock }: Search<E>, depth: number) =>
  clock.measure("semanticMs", semanticBranch(target, vector, (storeFilter ?? request).filter, depth));

const keyword = <E>({ index, target, request, storeFilter, asked, clock }: Search<E>, depth: number) => {
  // A keyword search's hits are its results, nearly all of them; of a hybrid one's most are not.
  const withPassages = request.mode === "keyword";
  const wanted = { query: asked, topK: depth, filter: request.filter, storeFilter, withPassages };
  return clock.measure("keywordMs", keywordBranch(index, target.collectionId, wanted));
};

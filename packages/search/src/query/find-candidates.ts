import {
  type Candidates,
  contendersOf,
  fuse,
  NOTHING,
  ofOneBranch,
  type PassageIndexError,
  type Branch,
  type SearchDepths,
} from "@quarry/index";
import type { PluginError } from "@quarry/plugin";
import { hasPhrases } from "@quarry/text";
import { Effect } from "effect";

import { keywordBranch, keywordScores, semanticBranch, semanticScores } from "./branches.ts";
import { findLocally } from "./find-locally.ts";
import type { FoundCandidates, Search } from "./search.ts";

type Found<Value> = Effect.Effect<Value, PassageIndexError | PluginError>;

/**
 * Returns the candidates of each branch down to the first depth, scored according to the mode. If that is less than the
 * full depth, it omits candidates that can't be among the best `wanted`; `bound` then covers those too. The local index
 * continues to the full depth by itself if the first depth shows that it is needed.
 */
export const findCandidates = Effect.fnUntraced(function* <E>(
  search: Search<E>,
  depths: SearchDepths,
): Effect.fn.Return<FoundCandidates, PassageIndexError | PluginError> {
  const found = yield* findLocally(search, depths);
  if (found !== undefined) return found;
  const { first: depth, full, wanted } = depths;
  const candidates = yield* ofBranches(search, depth, depth < full ? wanted : undefined);
  return { ...candidates, depth };
});

/** Queries each branch separately: for stores outside this process, and for keyword search alone. */
const ofBranches = <E>(search: Search<E>, depth: number, wanted: number | undefined): Found<Candidates> => {
  const { mode, explain } = search.request;
  switch (mode) {
    case "semantic":
      return Effect.map(semantic(search, depth), (branch) => ofOneBranch(branch, "semantic", explain));
    case "keyword":
      return Effect.map(keyword(search, depth), ({ passages, ...branch }) => ({
        ...ofOneBranch(branch, "keyword", explain),
        passages,
      }));
    case "hybrid":
      return hybrid(search, depth, wanted);
  }
};

const hybrid = <E>(search: Search<E>, depth: number, wanted: number | undefined): Found<Candidates> =>
  Effect.gen(function* () {
    const [near, matching] = yield* Effect.all([semantic(search, depth), keyword(search, depth)], { concurrency: 2 });
    const alpha = search.request.alpha ?? search.target.alpha;
    const contenders = contendersOf(alpha, near, matching, wanted);
    const [farScores, otherScores] = yield* search.clock.measure(
      "completeMs",
      complete(search, contenders.ids, near, matching),
    );
    return fuse({ near, matching, farScores, otherScores }, contenders, {
      alpha,
      mustMatch: hasPhrases(search.query),
      explain: search.request.explain,
    });
  });

// Computes missing scores. A passage that only one branch returned has a score in the other as well; using 0 instead
// would make its score depend on `topK`.
const complete = <E>(
  { index, target, query, vector }: Search<E>,
  ids: readonly string[],
  near: Branch,
  matching: Branch,
) => {
  const onlyMatching = ids.filter((id) => !near.scores.has(id));
  const onlyNear = ids.filter((id) => !matching.scores.has(id));
  // Every match is known, so all others contain no term of the query.
  const knowsAll = matching.isExhausted || onlyNear.length === 0;
  return Effect.all(
    [
      semanticScores(target, vector, onlyMatching),
      knowsAll ? Effect.succeed(NOTHING.scores) : keywordScores(index, target.collectionId, query, onlyNear),
    ],
    { concurrency: 2 },
  );
};

const semantic = <E>({ target, request, storeFilter, vector, clock }: Search<E>, depth: number) =>
  clock.measure("semanticMs", semanticBranch(target, vector, (storeFilter ?? request).filter, depth));

const keyword = <E>({ index, target, request, storeFilter, query, clock }: Search<E>, depth: number) => {
  // Nearly all hits of a keyword search become results; most hits of a hybrid search do not.
  const withPassages = request.mode === "keyword";
  const wanted = { query, topK: depth, filter: request.filter, storeFilter, withPassages };
  return clock.measure("keywordMs", keywordBranch(index, target.collectionId, wanted));
};

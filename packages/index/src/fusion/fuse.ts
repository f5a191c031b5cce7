import { hybridScore } from "@quarry/plugin/domain";
import type { Branch } from "./branch.ts";
import { boundOf } from "./branch.ts";
import { byScore, type Candidate, type Candidates } from "./candidate.ts";
import type { Contenders } from "./contenders.ts";

/** Both branches of a hybrid search, and the scores that complete them. */
export interface HybridBranches {
  readonly near: Branch;
  readonly matching: Branch;
  /** Semantic scores of contenders missing in `near`. Passages without a vector are left out. */
  readonly farScores: ReadonlyMap<string, number>;
  /** Keyword scores of contenders missing in `matching`. Empty if `matching` contains every match. */
  readonly otherScores: ReadonlyMap<string, number>;
}

export interface FusionOptions {
  /** Weight of the semantic score. */
  readonly alpha: number;
  /** Whether the query has phrases: a passage without all of them is not a hit. */
  readonly mustMatch: boolean;
  /** Whether candidates report their ranks in the branches. */
  readonly explain: boolean;
}

/** Ranks the contenders of two branches by their hybrid score, the weighted sum of both scores. */
export const fuse = (
  { near, matching, farScores, otherScores }: HybridBranches,
  contenders: Contenders,
  { alpha, mustMatch, explain }: FusionOptions,
): Candidates => {
  const ids = contenders.ids.filter(
    // A passage has a keyword score only if it contains the query's phrases.
    (id) => !mustMatch || matching.scores.has(id) || (otherScores.get(id) ?? 0) > 0,
  );
  const ranked: Candidate[] = ids.map((id) => {
    const semantic = near.scores.get(id) ?? farScores.get(id) ?? 0;
    const keyword = matching.scores.get(id) ?? otherScores.get(id) ?? 0;
    const score = hybridScore(alpha, semantic, keyword);
    return { id, score, semantic, keyword, fused: score, alpha };
  });
  const isExhausted = contenders.isAll && matching.isExhausted && (near.isExhausted || mustMatch);
  const candidates = { ranked: ranked.sort(byScore), isExhausted, bound: contenders.bound };
  return explain ? explained(candidates, near, matching) : candidates;
};

/** Returns the candidates of a search with a single branch. */
export const ofOneBranch = (branch: Branch, part: "semantic" | "keyword", explain: boolean): Candidates => {
  const candidates = {
    ranked: [...branch.scores].map(([id, score]) => ({ id, score, [part]: score })).sort(byScore),
    isExhausted: branch.isExhausted,
    bound: boundOf(branch),
  };
  if (!explain) return candidates;
  return part === "semantic" ? explained(candidates, branch, undefined) : explained(candidates, undefined, branch);
};

/** Adds each candidate's rank in the branches that returned it. */
const explained = (candidates: Candidates, near: Branch | undefined, matching: Branch | undefined): Candidates => {
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

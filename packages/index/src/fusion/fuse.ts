import { hybridScore } from "@quarry/plugin/domain";
import type { Branch } from "./branch.ts";
import { boundOf } from "./branch.ts";
import { byScore, type Candidate, type Candidates } from "./candidate.ts";
import type { Contenders } from "./contenders.ts";

/** Both branches of a hybrid search, and what they were completed with. */
export interface HybridBranches {
  readonly near: Branch;
  readonly matching: Branch;
  /** Semantic scores of contenders that `near` lacks; what has no vector is left out. */
  readonly farScores: ReadonlyMap<string, number>;
  /** Keyword scores of contenders that `matching` lacks; none where every match is in there. */
  readonly otherScores: ReadonlyMap<string, number>;
}

export interface FusionOptions {
  /** The weight of the semantic score. */
  readonly alpha: number;
  /** Whether the query has phrases: a passage that lacks one is no hit. */
  readonly mustMatch: boolean;
  /** Whether candidates report their ranks in the branches. */
  readonly explain: boolean;
}

/** The contenders of two branches by their hybrid score: the weighted sum of both scores. */
export const fuse = (
  { near, matching, farScores, otherScores }: HybridBranches,
  contenders: Contenders,
  { alpha, mustMatch, explain }: FusionOptions,
): Candidates => {
  const ids = contenders.ids.filter(
    // A passage without a phrase of the query has no keyword score, and one with it has one.
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

/** The candidates of a search that has one branch. */
export const ofOneBranch = (branch: Branch, part: "semantic" | "keyword", explain: boolean): Candidates => {
  const candidates = {
    ranked: [...branch.scores].map(([id, score]) => ({ id, score, [part]: score })).sort(byScore),
    isExhausted: branch.isExhausted,
    bound: boundOf(branch),
  };
  if (!explain) return candidates;
  return part === "semantic" ? explained(candidates, branch, undefined) : explained(candidates, undefined, branch);
};

/** Adds each candidate's place in the branches that returned it. */
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

import { hybridScore } from "@quarry/plugin/domain";
import { type Branch, boundOf } from "./branch.ts";

/** Candidates of two branches that need their full score. */
export interface Contenders {
  readonly ids: readonly string[];
  /** Whether these are all that the branches returned. */
  readonly isAll: boolean;
  /** Upper bound of the hybrid score of any other passage. */
  readonly bound: number;
}

/**
 * Returns the passages that can be among the best `wanted`, judged by the branches' scores: a score that a branch did
 * not report is between 0 and the lowest that it reported. Without `wanted`, returns everything that the branches
 * returned.
 *
 * Always includes passages that contain terms of the query: an approximate vector index can have missed a near passage,
 * whose score is then far above the last one that the semantic branch reported.
 */
export const contendersOf = (alpha: number, near: Branch, matching: Branch, wanted?: number): Contenders => {
  const matchingBound = boundOf(matching);
  const all = [...new Set([...near.scores.keys(), ...matching.scores.keys()])];
  const unseen = hybridScore(alpha, boundOf(near), matchingBound);
  if (wanted === undefined || all.length <= wanted) return { ids: all, isAll: true, bound: unseen };
  const lowest = Float64Array.from(all, (id) =>
    hybridScore(alpha, near.scores.get(id) ?? 0, matching.scores.get(id) ?? 0),
  ).sort();
  const floor = lowest[lowest.length - wanted]!;
  const ids = [...matching.scores.keys()];
  let bound = unseen;
  for (const [id, score] of near.scores) {
    if (matching.scores.has(id)) continue;
    const highest = hybridScore(alpha, score, matchingBound);
    if (highest >= floor) ids.push(id);
    else bound = Math.max(bound, highest);
  }
  return { ids, isAll: ids.length === all.length, bound };
};

/** Returns the score of semantic mode: cosine, clamped into [0, 1] (opposite meaning is not less than unrelated). */
export const semanticScore = (cosine: number): number => Math.min(1, Math.max(0, cosine));

/**
 * Returns the score of hybrid mode: a convex combination of two absolute scores, so that the sum is in [0, 1], doesn't
 * depend on what else was retrieved, and is comparable across collections.
 */
export const hybridScore = (alpha: number, semantic: number, keyword: number): number =>
  alpha * semantic + (1 - alpha) * keyword;

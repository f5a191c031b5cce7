/** The score of the semantic mode: cosine, clamped into [0, 1] (opposite meaning is not less than unrelated). */
export const semanticScore = (cosine: number): number => Math.min(1, Math.max(0, cosine));

/**
 * The score of the hybrid mode: a convex combination of two scores that each mean something on their own, so that
 * the sum is in [0, 1], doesn't depend on what else was retrieved, and can be compared across collections.
 */
export const hybridScore = (alpha: number, semantic: number, keyword: number): number =>
  alpha * semantic + (1 - alpha) * keyword;

import type { EmbedderCapabilities } from "./define-embedder.ts";

/** A collection as far as its size says how much an embedder can learn from it. */
export interface LearnedFrom {
  readonly chunkCount: number;
  readonly dimension: number;
}

/**
 * Weight of the semantic score in hybrid search of a collection, where neither it nor the query says one: by the
 * collection's size alone, so that it is the same for all that is asked of it. In steps of a hundredth, so that it doesn't
 * move with every upload.
 */
export function hybridAlphaFor(
  { hybridAlpha, fitting }: Pick<EmbedderCapabilities, "hybridAlpha" | "fitting">,
  { chunkCount, dimension }: LearnedFrom,
): number {
  const learned = fitting?.hybridAlpha;
  if (fitting === undefined || learned === undefined || chunkCount < fitting.minTexts) return hybridAlpha;
  if (dimension < fitting.minDimension || dimension > fitting.maxDimension) return hybridAlpha;
  const share = chunkCount ** 2 / (chunkCount ** 2 + learned.chunksForHalf ** 2);
  return Math.round((hybridAlpha + (learned.most - hybridAlpha) * share) * 100) / 100;
}

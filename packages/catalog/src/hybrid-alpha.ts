import type { EmbedderCapabilities } from "@quarry/plugin";

/**
 * Returns the weight of the semantic score in a collection without a default of its own. A collection without chunks,
 * which can contain any number of direct vectors, uses the embedder's general weight.
 */
export function hybridAlpha(
  { hybridAlpha: general, smallCollections }: Pick<EmbedderCapabilities, "hybridAlpha" | "smallCollections">,
  chunkCount: number,
): number {
  if (smallCollections === undefined || chunkCount === 0) return general;
  const { hybridAlpha: small, halfAtChunks } = smallCollections;
  return general + (small - general) / (1 + (chunkCount / halfAtChunks) ** 2);
}

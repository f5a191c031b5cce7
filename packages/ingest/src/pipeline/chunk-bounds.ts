import type { PluginsShape } from "@quarry/host";
import { limits } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";

/**
 * Returns the collection's chunk size and overlap. The size is reduced to the model's maximum input, since the rest of
 * a longer chunk would not be embedded. A model that its embedder doesn't list has no known limit. Uploaded chunks can
 * be larger than the collection's size, up to the model's maximum and the maximum chunk size of any collection.
 */
export const chunkBounds = (
  collection: Pick<CollectionRecord, "embeddingProvider" | "embeddingModel" | "chunkSize" | "chunkOverlap">,
  { embedders }: Pick<PluginsShape, "embedders">,
): { readonly chunkSize: number; readonly chunkOverlap: number; readonly maxChunkTokens: number } => {
  const models = embedders.get(collection.embeddingProvider)?.capabilities.models ?? [];
  const most = models.find(({ name }) => name === collection.embeddingModel)?.maxInputTokens ?? Infinity;
  const chunkSize = Math.min(collection.chunkSize, most);
  const maxChunkTokens = Math.min(most, limits.MAX_CHUNK_SIZE);
  return { chunkSize, chunkOverlap: Math.min(collection.chunkOverlap, chunkSize - 1), maxChunkTokens };
};

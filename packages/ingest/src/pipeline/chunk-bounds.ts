import type { PluginsShape } from "@quarry/host";
import { limits } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";

/**
 * The collection's chunk size and overlap; a smaller size where its model takes less of one text, because the rest of a
 * longer chunk would not be embedded. Of a model that its embedder doesn't list no limit is known. Chunks that were cut
 * elsewhere may be larger than the collection's, up to what its model takes and chunks of any collection may be.
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

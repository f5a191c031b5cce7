import type { CollectionRecord } from "@quarry/store";

/**
 * The name of a collection in the vector store: by id, so that a new collection of an old name never meets leftovers,
 * and by index generation, so that the next one can be built beside it.
 */
export const vectorCollectionOf = (collection: Pick<CollectionRecord, "id" | "indexGeneration">): string =>
  `c_${collection.id.replaceAll("-", "")}_g${collection.indexGeneration}`;

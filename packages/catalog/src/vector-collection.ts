import type { CollectionRecord } from "@quarry/store";

/**
 * The name of a collection in the vector store: by id, so that a new collection of an old name never meets leftovers,
 * and by the number of the index, so that the next one can be built beside it.
 */
export const vectorCollectionOf = (collection: Pick<CollectionRecord, "id" | "indexNumber">): string =>
  `c_${collection.id.replaceAll("-", "")}_g${collection.indexNumber}`;

const VECTOR_COLLECTION = /^c_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_g\d+$/;

/** The id of the collection that a name is of; undefined where it is none of ours. */
export const collectionOfVectors = (vectorCollection: string): string | undefined =>
  VECTOR_COLLECTION.exec(vectorCollection)?.slice(1).join("-");

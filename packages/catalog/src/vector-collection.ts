import type { CollectionRecord } from "@quarry/store";

/**
 * Returns the name of a collection in the vector store. It contains the id, so that a new collection with an old name
 * never finds leftovers, and the index number, so that the next index can be built next to the current one.
 */
export const vectorCollectionOf = (collection: Pick<CollectionRecord, "id" | "indexNumber">): string =>
  `c_${collection.id.replaceAll("-", "")}_g${collection.indexNumber}`;

const VECTOR_COLLECTION = /^c_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_g\d+$/;

/** Returns the collection id of such a name; undefined for other names. */
export const collectionOfVectors = (vectorCollection: string): string | undefined =>
  VECTOR_COLLECTION.exec(vectorCollection)?.slice(1).join("-");

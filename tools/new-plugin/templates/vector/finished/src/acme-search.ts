import { compareStrings, type VectorHit, type VectorSearchRequest, type VectorSearchResult } from "@quarry/plugin";
import { type AcmeCollections, findCollection } from "./acme-collections.ts";
import { failure } from "./acme-failure.ts";
import { matching } from "./acme-records.ts";

export const search = async (
  collections: AcmeCollections,
  name: string,
  { vector, topK, filter }: VectorSearchRequest,
): Promise<VectorSearchResult> => {
  const collection = findCollection(collections, name);
  if (vector.length !== collection.dimension)
    throw failure("invalid", `the query has ${vector.length} numbers, the collection ${name} ${collection.dimension}`);
  const hits = matching(collection, filter).map((record): VectorHit => ({
    id: record.id,
    cosine: cosine(record.vector, vector),
  }));
  // Ties are sorted by id, so that a query always returns the same page.
  hits.sort((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id));
  return { hits: hits.slice(0, topK) };
};

/** Vectors have unit length, so the product is the cosine; rounding must not leave [-1, 1]. */
const cosine = (left: Float32Array, right: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return Math.min(1, Math.max(-1, sum));
};

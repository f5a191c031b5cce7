import type { VectorSearchRequest, VectorSearchResult } from "@quarry/plugin";
import type { AcmeCollections } from "./acme-collections.ts";
import { missing } from "./missing.ts";

export const search = (
  _collections: AcmeCollections,
  _name: string,
  _request: VectorSearchRequest,
): Promise<VectorSearchResult> => missing("search", 3);

import type { Transport } from "@connectrpc/connect";
import { CollectionService } from "@quarry/api";
import type { Collection, CollectionServiceCalls } from "./contract.gen.ts";
import { allPages } from "./paging.ts";
import { serviceCalls } from "./plain/service-calls.ts";

/** The rpcs of CollectionService, and all collections in one loop. */
export interface CollectionsClient extends CollectionServiceCalls {
  /** All collections, oldest first; with `name` only those whose name starts so. */
  readonly all: (filter?: { readonly name?: string; readonly signal?: AbortSignal }) => AsyncIterable<Collection>;
}

export const collectionsClient = (transport: Transport): CollectionsClient => {
  const service = serviceCalls<CollectionServiceCalls>(CollectionService, transport);
  return {
    ...service,
    all: ({ signal, ...filter } = {}) =>
      allPages(async (window) => {
        const answer = await service.listCollections({ ...filter, ...window }, signal === undefined ? {} : { signal });
        return answer.collections;
      }),
  };
};

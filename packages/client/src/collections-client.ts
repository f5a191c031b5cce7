import type { Transport } from "@connectrpc/connect";
import { CollectionService } from "@quarry/api";
import type { Collection, CollectionServiceCalls } from "./contract.gen.ts";
import { allPages } from "./paging.ts";
import { serviceCalls } from "./plain/service-calls.ts";

/** Rpcs of CollectionService, and a loop over all collections. */
export interface CollectionsClient extends CollectionServiceCalls {
  /** Returns all collections, oldest first. With `name`, only those whose name starts with it. */
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

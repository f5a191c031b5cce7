import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { type Collection, CollectionService } from "@quarry/api";
import { allPages } from "./paging.ts";

/** The rpcs of CollectionService, and all collections in one loop. */
export interface CollectionsClient extends Client<typeof CollectionService> {
  /** All collections, oldest first; with `name` only those whose name starts so. */
  readonly all: (filter?: { readonly name?: string; readonly signal?: AbortSignal }) => AsyncIterable<Collection>;
}

export const collectionsClient = (transport: Transport): CollectionsClient => {
  const service = createClient(CollectionService, transport);
  return {
    ...service,
    all: ({ signal, ...filter } = {}) =>
      allPages(async (window) => {
        const answer = await service.listCollections({ ...filter, ...window }, signal === undefined ? {} : { signal });
        return answer.collections;
      }),
  };
};

import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";
import { trpc } from "../../api/trpc.ts";

export type Collection = Message<contract.Collection>;

/** Prefix of the query keys for collections. A change to one of them invalidates it. */
const COLLECTIONS = "collections";

const PAGE = 50;

/** Refresh intervals of the list while documents are processed, and otherwise. */
const BUSY_MS = 3_000;
const QUIET_MS = 30_000;

/** Query for the collections whose names begin with a prefix, page by page. */
export const useCollectionList = (name: string) =>
  useInfiniteQuery({
    queryKey: [COLLECTIONS, "list", name],
    queryFn: ({ pageParam, signal }) =>
      trpc.collections.list.query({ name, limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.collections.length, 0);
      return read < total ? read : undefined;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const isBusy = state.data?.pages.some((page) =>
        page.collections.some(({ documents }) => documents.pending + documents.processing > 0),
      );
      return isBusy === true ? BUSY_MS : QUIET_MS;
    },
  });

/** Largest page of the contract. */
const MAX_COLLECTIONS = 1_000;

/**
 * Query for the first thousand collections, to choose from. All pages share one query because a cache entry has one
 * shape. It continues after the requesting page is left: an unavailable service is then noticed on the next page too.
 */
export const choosableQuery = queryOptions({
  queryKey: [COLLECTIONS, "choosable"],
  queryFn: () => call("GET /v1/collections", { limit: MAX_COLLECTIONS }),
});

/** Names of the collections to choose from. */
export const useCollectionNames = () =>
  useQuery({ ...choosableQuery, select: ({ collections }) => collections.map(({ name }) => name) });

/** Embedders, chunking strategies and further options for a new collection. */
export const useChoices = () =>
  useQuery({
    queryKey: [COLLECTIONS, "choices"],
    queryFn: () => trpc.collections.choices.query(),
    staleTime: 60_000,
  });

export const useCollection = (name: string) =>
  useQuery({
    queryKey: [COLLECTIONS, "one", name],
    queryFn: () => call("GET /v1/collections/{name}", { name }),
  });

export const useCollectionStats = (name: string) =>
  useQuery({
    queryKey: [COLLECTIONS, "stats", name],
    queryFn: () => call("GET /v1/collections/{name}/stats", { name }),
  });

export type CollectionPatch = Omit<Message<contract.UpdateCollectionRequest>, "name">;

export interface NewCollection {
  readonly body: Message<contract.CreateCollectionRequest>;
  /** Undefined for the server's default. */
  readonly store: string | undefined;
}

export interface MadeCollection {
  readonly name: string;
  /** Reason why the collection is not on the requested store. */
  readonly storeError: unknown;
}

/** Creates a collection. Any store other than the default is applied as a change of the new, empty collection. */
export const useCreateCollection = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, store }: NewCollection): Promise<MadeCollection> => {
      const { name } = await call("POST /v1/collections", body);
      if (store === undefined) return { name, storeError: undefined };
      const change = { collection_name: name, vector_store: store };
      return call("POST /v1/collections/{collection_name}/changes", change).then(
        () => ({ name, storeError: undefined }),
        (storeError: unknown) => ({ name, storeError }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [COLLECTIONS] }),
    // The mutation may contain a provider's key.
    gcTime: 0,
  });
};

export const useUpdateCollection = (name: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: CollectionPatch) => call("PUT /v1/collections/{name}", { ...patch, name }),
    onSuccess: (collection) => {
      client.setQueryData([COLLECTIONS, "one", name], collection);
      void client.invalidateQueries({ queryKey: [COLLECTIONS, "list"] });
    },
    gcTime: 0,
  });
};

export const useDeleteCollection = (name: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /v1/collections/{name}", { name }),
    onSuccess: () => client.invalidateQueries({ queryKey: [COLLECTIONS, "list"] }),
  });
};

/** Returns a function that invalidates all cached data of collections, such as after an import. */
export const useRefreshCollections = () => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [COLLECTIONS] });
};

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";
import type { Filter } from "../../filters/filter-rows.ts";

export type StoredVector = Message<contract.StoredVector>;
export type VectorEntry = Message<contract.VectorEntry>;

const PAGE = 50;
const ROOT = "POST /v1/collections/{collection_name}/vectors";

const keyOf = (collection: string) => ["vectors", collection] as const;

/** View of the entries: the one with the specified id, or else those that match the filter. */
export interface VectorView {
  readonly id: string;
  readonly filters: Filter;
}

interface VectorPage {
  readonly vectors: readonly StoredVector[];
  readonly next_cursor: string | null;
}

const fetchVectors = async (
  collection: string,
  { id, filters }: VectorView,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<VectorPage> => {
  if (id !== "") {
    const { vectors } = await call(`${ROOT}/get`, { collection_name: collection, ids: [id] }, signal);
    return { vectors, next_cursor: null };
  }
  return call(`${ROOT}/list`, { collection_name: collection, filters, limit: PAGE, cursor }, signal);
};

/** Query for the entries page by page, in the order of their last write. */
export const useVectors = (collection: string, view: VectorView) =>
  useInfiniteQuery({
    queryKey: [...keyOf(collection), "list", view],
    queryFn: ({ pageParam, signal }) => fetchVectors(collection, view, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }: VectorPage) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const useVectorCount = (collection: string) =>
  useQuery({
    queryKey: [...keyOf(collection), "count"],
    queryFn: async ({ signal }) => (await call(`${ROOT}/count`, { collection_name: collection }, signal)).count,
  });

const useRefreshed = (collection: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(collection) });
};

export const useSaveVector = (collection: string) => {
  const onSuccess = useRefreshed(collection);
  return useMutation({
    mutationFn: (entry: VectorEntry) => call(`${ROOT}/upsert`, { collection_name: collection, vectors: [entry] }),
    onSuccess,
  });
};

export const useDeleteVector = (collection: string) => {
  const onSettled = useRefreshed(collection);
  return useMutation({
    mutationFn: (id: string) => call(`${ROOT}/delete`, { collection_name: collection, ids: [id] }),
    onSettled,
  });
};

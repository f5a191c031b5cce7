import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, type Message, rest } from "../../api/rest.ts";
import type { Filter } from "../../filters/filter-rows.ts";

export type StoredVector = Message<"StoredVector">;
export type VectorEntry = Message<"VectorEntry">;

const PAGE = 50;
const ROOT = "/v1/collections/{collection_name}/vectors";

const keyOf = (collection: string) => ["vectors", collection] as const;
const pathOf = (collection: string) => ({ path: { collection_name: collection } });

/** View of the entries: the one with the given id, or else those that match the filter. */
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
  const params = pathOf(collection);
  if (id !== "") {
    const { vectors } = await answerOf(rest.POST(`${ROOT}/get`, { params, body: { ids: [id] }, signal }));
    return { vectors, next_cursor: null };
  }
  const body = { filters, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  return answerOf(rest.POST(`${ROOT}/list`, { params, body, signal }));
};

/** Entries page by page, in the order in which they were last written. */
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
    queryFn: ({ signal }) =>
      answerOf(rest.POST(`${ROOT}/count`, { params: pathOf(collection), body: {}, signal })).then(({ count }) => count),
  });

const useRefreshed = (collection: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(collection) });
};

export const useSaveVector = (collection: string) => {
  const onSuccess = useRefreshed(collection);
  return useMutation({
    mutationFn: (entry: VectorEntry) =>
      answerOf(rest.POST(`${ROOT}/upsert`, { params: pathOf(collection), body: { vectors: [entry] } })),
    onSuccess,
  });
};

export const useDeleteVector = (collection: string) => {
  const onSettled = useRefreshed(collection);
  return useMutation({
    mutationFn: (id: string) =>
      answerOf(rest.POST(`${ROOT}/delete`, { params: pathOf(collection), body: { ids: [id] } })),
    onSettled,
  });
};

import { useQuery } from "@tanstack/react-query";
import { type DocumentCounts, documentsQuery } from "../documents-data.ts";
import { isNarrowed, type ListView } from "./list-view.ts";

export interface ListTotal {
  /** Number of documents in the view, or undefined while it is unknown. */
  readonly total: number | undefined;
  /** Error if the number can't be determined, such as a filter that the service refuses. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Number of documents in a view: from the counts, which are loaded anyway, or from its first page. */
export const useListTotal = (collection: string, view: ListView, counts: DocumentCounts | undefined): ListTotal => {
  const needsRequest = isNarrowed(view);
  const { data, error, refetch } = useQuery({
    ...documentsQuery(collection, view, 0),
    select: ({ total }) => total,
    enabled: needsRequest,
  });
  if (!needsRequest) return { total: counts?.[view.status], error: null, retry: () => undefined };
  return { total: data, error: data === undefined ? error : null, retry: () => void refetch() };
};

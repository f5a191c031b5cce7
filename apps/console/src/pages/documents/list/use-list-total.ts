import { useQuery } from "@tanstack/react-query";
import { type DocumentCounts, documentsQuery } from "../documents-data.ts";
import { isNarrowed, type ListView } from "./list-view.ts";

export interface ListTotal {
  /** Number of documents in the view; undefined while it is unknown. */
  readonly total: number | undefined;
  /** Why it is not: a filter that the service refuses. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Number of documents in a view: from the counts that are loaded anyway, or from its first page. */
export const useListTotal = (collection: string, view: ListView, counts: DocumentCounts | undefined): ListTotal => {
  const isAsked = isNarrowed(view);
  const { data, error, refetch } = useQuery({
    ...documentsQuery(collection, view, 0),
    select: ({ total }) => total,
    enabled: isAsked,
  });
  if (!isAsked) return { total: counts?.[view.status], error: null, retry: () => undefined };
  return { total: data, error: data === undefined ? error : null, retry: () => void refetch() };
};

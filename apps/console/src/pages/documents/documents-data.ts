import { type Query, type QueryClient, useQuery } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";
import { hasFilters, isUsualOrder, keyOf, type ListView, type StatusFilter } from "./list/list-view.ts";

export type DocumentMessage = Message<contract.Document>;

/** Returns the title in the file's metadata, or its name if it has none. */
export const titleOf = ({ info, filename }: DocumentMessage): string => {
  const title = info?.title?.trim();
  return title === undefined || title === "" ? filename : title;
};

export type DocumentStatus = DocumentMessage["status"];

/** Number of documents by status. */
export type DocumentCounts = Readonly<Record<StatusFilter, number>>;

/** Number of documents per request of the list. */
export const PAGE_SIZE = 100;

/** Maximum number of documents in one batch request. */
export const BATCH_SIZE = 100;

/** Polling interval for changes without events: documents that others add or delete, and missed steps. */
const POLL_INTERVAL_MS = 5_000;

const base = (collection: string) => ["documents", collection] as const;
export const countsKey = (collection: string) => [...base(collection), "counts"] as const;
export const listKey = (collection: string) => [...base(collection), "list"] as const;
export const documentKey = (collection: string, id: string) => [...base(collection), "one", id] as const;
export const chunksKey = (collection: string, id: string) => [...base(collection), "chunks", id] as const;

export const isUnfinished = ({ status }: { readonly status: DocumentStatus }): boolean =>
  status === "pending" || status === "processing";

/** Range of the list. `offset` counts from `cursor`, or from the first document. */
export interface ListRange {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}

/**
 * Reads a range of the list in the order of the view. A view in the default order, which is the reverse of the
 * service's, is read oldest first.
 */
export const fetchDocuments = (collection: string, view: ListView, range: ListRange, signal?: AbortSignal) =>
  call(
    "GET /v1/collections/{collection_name}/documents",
    {
      ...range,
      collection_name: collection,
      // For titles and attachments.
      info: true,
      ...(view.status !== "all" && { status: view.status }),
      ...(view.filename !== "" && { filename: view.filename }),
      ...(hasFilters(view) && { filters: JSON.stringify(view.filters) }),
      ...(!isUsualOrder(view) && { sort: view.sort }),
    },
    signal,
  );

/** Number of documents in each status, polled. */
export const useDocumentCounts = (collection: string) =>
  useQuery({
    queryKey: countsKey(collection),
    queryFn: async ({ signal }): Promise<DocumentCounts> => {
      const stats = await call("GET /v1/collections/{name}/stats", { name: collection }, signal);
      return { all: stats.document_count, ...stats.status_counts };
    },
    refetchInterval: POLL_INTERVAL_MS,
  });

export type DocumentPage = Awaited<ReturnType<typeof fetchDocuments>>;

/** Query key of a page of the list. `keyOf` returns the key of the view. */
export const pageKey = (collection: string, viewKey: string, page: number) =>
  [...listKey(collection), viewKey, page] as const;

/**
 * Query for a page of the list. In the default order pages count from the oldest document, as in the service: new
 * documents do not shift pages already read.
 */
export const documentsQuery = (collection: string, view: ListView, page: number) => ({
  queryKey: pageKey(collection, keyOf(view), page),
  queryFn: ({ client, signal }: { readonly client: QueryClient; readonly signal: AbortSignal }) =>
    fetchDocuments(collection, view, beginOf(client, collection, view, page), signal),
  refetchInterval: ({ state }: Query<DocumentPage>) =>
    state.data?.documents.some(isUnfinished) === true && POLL_INTERVAL_MS,
});

/**
 * Maximum number of previous pages searched for a cursor. Reading from a cursor costs the service less than an offset.
 */
const MAX_PREVIOUS_PAGES = 4;

const beginOf = (client: QueryClient, collection: string, view: ListView, page: number): ListRange => {
  const viewKey = keyOf(view);
  for (let back = 1; back <= Math.min(page, MAX_PREVIOUS_PAGES); back += 1) {
    const before = client.getQueryState<DocumentPage>(pageKey(collection, viewKey, page - back));
    const cursor = before?.data?.next_cursor;
    // The cursor of an invalidated page is about to be reread, and may no longer be correct.
    if (cursor != null && before?.isInvalidated === false) {
      return { limit: PAGE_SIZE, offset: (back - 1) * PAGE_SIZE, cursor };
    }
  }
  return { limit: PAGE_SIZE, offset: page * PAGE_SIZE };
};

/** Replaces cached documents with their current state. */
export const patchDocuments = (
  client: QueryClient,
  collection: string,
  documents: readonly DocumentMessage[],
): void => {
  const byId = new Map(documents.map((document) => [document.id, document]));
  client.setQueriesData<DocumentPage>({ queryKey: listKey(collection) }, (page) => {
    if (page === undefined || !page.documents.some(({ id }) => byId.has(id))) return page;
    return { ...page, documents: page.documents.map((document) => byId.get(document.id) ?? document) };
  });
  for (const { id } of documents) {
    void client.invalidateQueries({ queryKey: documentKey(collection, id) });
    void client.invalidateQueries({ queryKey: chunksKey(collection, id) });
  }
};

/** Query for a document with its file's own metadata. */
export const documentQuery = (collection: string, id: string) => ({
  queryKey: documentKey(collection, id),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(
      "GET /v1/collections/{collection_name}/documents/{document_id}",
      { collection_name: collection, document_id: id, info: true },
      signal,
    ),
});

export const useDocument = (collection: string, id: string) =>
  useQuery({
    ...documentQuery(collection, id),
    refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && POLL_INTERVAL_MS,
  });

import { type Query, type QueryClient, useQuery } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";
import { hasFilters, isUsualOrder, keyOf, type ListView, type StatusFilter } from "./list/list-view.ts";

export type DocumentMessage = Message<contract.Document>;

/** The title that the file gives itself; its name where it has none. */
export const titleOf = ({ info, filename }: DocumentMessage): string => {
  const title = info?.title?.trim();
  return title === undefined || title === "" ? filename : title;
};

export type DocumentStatus = DocumentMessage["status"];

/** Number of documents by status. */
export type DocumentCounts = Readonly<Record<StatusFilter, number>>;

/** Documents in one request of the list. */
export const PAGE_SIZE = 100;

/** The most that one batch request takes. */
export const BATCH_SIZE = 100;

/** Polling interval for changes without events: documents that others add or delete, and steps that were missed. */
const LOOK_EVERY_MS = 5_000;

const base = (collection: string) => ["documents", collection] as const;
export const countsKey = (collection: string) => [...base(collection), "counts"] as const;
export const listKey = (collection: string) => [...base(collection), "list"] as const;
export const documentKey = (collection: string, id: string) => [...base(collection), "one", id] as const;
export const chunksKey = (collection: string, id: string) => [...base(collection), "chunks", id] as const;

export const isUnfinished = ({ status }: { readonly status: DocumentStatus }): boolean =>
  status === "pending" || status === "processing";

/** A part of the list: `offset` counts from `cursor`, or from the first. */
export interface ListRange {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}

/** Reads a part of the list: in the order of the view, or oldest first where that is its order from the other end. */
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
    refetchInterval: LOOK_EVERY_MS,
  });

export type DocumentPage = Awaited<ReturnType<typeof fetchDocuments>>;

/** Query key of a page of the list; the view is given by its `keyOf`. */
export const pageKey = (collection: string, viewKey: string, page: number) =>
  [...listKey(collection), viewKey, page] as const;

/**
 * A page of the list. In the usual order the service lists the oldest first, and so are pages counted: new documents leave
 * those that were read as they are.
 */
export const documentsQuery = (collection: string, view: ListView, page: number) => ({
  queryKey: pageKey(collection, keyOf(view), page),
  queryFn: ({ client, signal }: { readonly client: QueryClient; readonly signal: AbortSignal }) =>
    fetchDocuments(collection, view, beginOf(client, collection, view, page), signal),
  refetchInterval: ({ state }: Query<DocumentPage>) =>
    state.data?.documents.some(isUnfinished) === true && LOOK_EVERY_MS,
});

/** Pages searched backwards for a cursor: reading on from there costs the service less than counting. */
const LOOK_BACK = 4;

const beginOf = (client: QueryClient, collection: string, view: ListView, page: number): ListRange => {
  const viewKey = keyOf(view);
  for (let back = 1; back <= Math.min(page, LOOK_BACK); back += 1) {
    const before = client.getQueryState<DocumentPage>(pageKey(collection, viewKey, page - back));
    const cursor = before?.data?.next_cursor;
    // The end of a page that is to be read again may soon be elsewhere.
    if (cursor != null && before?.isInvalidated === false) {
      return { limit: PAGE_SIZE, offset: (back - 1) * PAGE_SIZE, cursor };
    }
  }
  return { limit: PAGE_SIZE, offset: page * PAGE_SIZE };
};

/** Replaces cached documents by their current state. */
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
    refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && LOOK_EVERY_MS,
  });

import { type Query, type QueryClient, useQuery } from "@tanstack/react-query";
import { answerOf, type Message, rest } from "../../api/rest.ts";

export type DocumentMessage = Message<"Document">;

export type DocumentStatus = DocumentMessage["status"];

/** What the list can be limited to. */
export const FILTERS = ["all", "ready", "processing", "pending", "failed"] as const;

export type DocumentFilter = (typeof FILTERS)[number];

/** How many documents fit each filter. */
export type DocumentCounts = Readonly<Record<DocumentFilter, number>>;

/** Documents in one request of the list. */
export const PAGE_SIZE = 100;

/** The most that one batch request takes. */
export const BATCH_SIZE = 100;

/** How often what can't be heard of is looked for: documents that others add or delete, steps that were missed. */
const LOOK_EVERY_MS = 5_000;

const base = (collection: string) => ["documents", collection] as const;
export const countsKey = (collection: string) => [...base(collection), "counts"] as const;
export const listKey = (collection: string) => [...base(collection), "list"] as const;
export const documentKey = (collection: string, id: string) => [...base(collection), "one", id] as const;
export const chunksKey = (collection: string, id: string) => [...base(collection), "chunks", id] as const;

export const isUnfinished = ({ status }: { readonly status: DocumentStatus }): boolean =>
  status === "pending" || status === "processing";

/** Reads a part of the list, oldest first. */
export const fetchDocuments = (
  collection: string,
  filter: DocumentFilter,
  range: { readonly limit: number; readonly offset: number },
  signal?: AbortSignal,
) =>
  answerOf(
    rest.GET("/v1/collections/{collection_name}/documents", {
      params: {
        path: { collection_name: collection },
        query: { ...range, ...(filter !== "all" && { status: filter }) },
      },
      ...(signal !== undefined && { signal }),
    }),
  );

/** How many documents there are in each status, looked at again and again. */
export const useDocumentCounts = (collection: string) =>
  useQuery({
    queryKey: countsKey(collection),
    queryFn: async ({ signal }): Promise<DocumentCounts> => {
      const { document_count, status_counts } = await answerOf(
        rest.GET("/v1/collections/{name}/stats", { params: { path: { name: collection } }, signal }),
      );
      return { all: document_count, ...status_counts };
    },
    refetchInterval: LOOK_EVERY_MS,
  });

export type DocumentPage = Awaited<ReturnType<typeof fetchDocuments>>;

/**
 * A page of the list. The service lists the oldest first, and so are pages counted: new documents leave those that were
 * read as they are.
 */
export const documentsQuery = (collection: string, filter: DocumentFilter, page: number) => ({
  queryKey: [...listKey(collection), filter, page],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<DocumentPage> =>
    fetchDocuments(collection, filter, { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal),
  refetchInterval: ({ state }: Query<DocumentPage>) =>
    state.data?.documents.some(isUnfinished) === true && LOOK_EVERY_MS,
});

/** Puts documents as they now are in place of what was read of them before. */
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

/** One document with what its file says about itself. */
export const useDocument = (collection: string, id: string) =>
  useQuery({
    queryKey: documentKey(collection, id),
    queryFn: ({ signal }) =>
      answerOf(
        rest.GET("/v1/collections/{collection_name}/documents/{document_id}", {
          params: { path: { collection_name: collection, document_id: id }, query: { info: true } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && LOOK_EVERY_MS,
  });

import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../../api/api-error.ts";
import { API_BASE, call, type contract, type Message } from "../../../api/rest.ts";
import { documentKey } from "../documents-data.ts";

export type PageMessage = Message<contract.DocumentPage>;

export type PageBox = Message<contract.CitationBox>;

const ONE = "GET /v1/collections/{collection_name}/documents/{document_id}";

const pathOf = (collection: string, documentId: string) => ({ collection_name: collection, document_id: documentId });

// The key begins with the document's key: cached pages are dropped when the document is processed again.
const keyOf = (collection: string, documentId: string) => [...documentKey(collection, documentId), "pages"] as const;

export const pageQuery = (collection: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: [...keyOf(collection, documentId), page],
    queryFn: ({ signal }) => call(`${ONE}/pages/{page}`, { ...pathOf(collection, documentId), page }, signal),
    staleTime: Infinity,
    retry: false,
  });

/** Query for the passage named by the address. */
export const passageQuery = (collection: string, documentId: string, chunk: number | undefined) =>
  queryOptions({
    queryKey: [...keyOf(collection, documentId), "chunk", chunk],
    queryFn: async ({ signal }) => {
      const passage = { ...pathOf(collection, documentId), limit: 1, offset: chunk!, citations: true };
      const { chunks } = await call(`${ONE}/chunks`, passage, signal);
      return chunks[0] ?? null;
    },
    enabled: chunk !== undefined,
    staleTime: Infinity,
  });

/** URL of a page's image, `width` pixels wide. */
export const imageUrl = (collection: string, documentId: string, page: number, width: number): string =>
  `${API_BASE}/v1/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/pages/${page}/image?width=${width}`;

/** Query for the reason why an image failed to load: an image element does not report it. */
export const imageProblemQuery = (url: string, isEnabled: boolean) =>
  queryOptions({
    queryKey: ["page-image-problem", url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal });
      if (response.ok) return null;
      throw ApiError.ofResponse(response, await response.json().catch(() => undefined));
    },
    enabled: isEnabled,
    retry: false,
  });

/** Returns the range of a passage within a page's text, or undefined if it is on another page. */
export const rangeOnPage = (
  page: PageMessage,
  metadata: Readonly<Record<string, unknown>> | undefined,
): readonly [start: number, end: number] | undefined => {
  const { start_char: start, end_char: end } = metadata ?? {};
  if (typeof start !== "number" || typeof end !== "number" || page.start_char === null) return undefined;
  const from = Math.max(0, start - page.start_char);
  const to = Math.min(page.text.length, end - page.start_char);
  return from < to ? [from, to] : undefined;
};

/** Returns the rectangles of a passage on this page, as far as the service knows them. */
export const boxesOf = (passage: Message<contract.Chunk> | null | undefined, page: number): readonly PageBox[] =>
  (passage?.citation?.boxes ?? []).filter((box) => box.page === page);

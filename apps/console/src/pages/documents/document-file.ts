import { API_BASE } from "../../api/rest.ts";

/**
 * Returns the URL of a document's content, such as its file. It is absolute because it is not a page of the console.
 */
export const contentUrl = (collection: string, documentId: string, what: string): string =>
  `${location.origin}${API_BASE}/v1/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/${what}`;

/** URL of the original file. */
export const fileUrl = (collection: string, documentId: string): string => contentUrl(collection, documentId, "file");

import { API_BASE } from "../../api/rest.ts";

/** Where something of a document is. Whole, since it is none of the console's pages. */
export const contentUrl = (collection: string, documentId: string, what: string): string =>
  `${location.origin}${API_BASE}/v1/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/${what}`;

/** Where the original file is. */
export const fileUrl = (collection: string, documentId: string): string => contentUrl(collection, documentId, "file");

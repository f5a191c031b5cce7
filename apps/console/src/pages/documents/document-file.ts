import { API_BASE } from "../../api/rest.ts";

/** URL of a part of a document. It is absolute, since it is none of the console's pages. */
export const contentUrl = (collection: string, documentId: string, what: string): string =>
  `${location.origin}${API_BASE}/v1/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/${what}`;

/** URL of the original file. */
export const fileUrl = (collection: string, documentId: string): string => contentUrl(collection, documentId, "file");

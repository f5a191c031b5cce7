import { API_BASE } from "../../api/rest.ts";

/** Where the original file is. Whole, since it is none of the console's pages. */
export const fileUrl = (collection: string, documentId: string): string =>
  `${location.origin}${API_BASE}/v1/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/file`;

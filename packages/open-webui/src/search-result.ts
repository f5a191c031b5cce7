import type { QueryAnswer } from "@quarry/catalog";

/** Converts a result to a web search result: Open WebUI shows its link and reads the snippet. */
export const toSearchResult = ({ text, documentId, metadata, citation }: QueryAnswer["results"][number]) => {
  const page = citation?.pageFrom === undefined ? "" : `#page=${citation.pageFrom}`;
  // Open WebUI distinguishes results by their links; a document without a URL uses its id as link.
  const link = citation?.sourceUrl ?? `urn:uuid:${documentId}${page}`;
  const { title } = metadata;
  const named = citation?.title ?? citation?.filename ?? (typeof title === "string" ? title : documentId);
  return { link, title: named, snippet: text };
};

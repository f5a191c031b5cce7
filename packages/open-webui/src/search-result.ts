import type { QueryAnswer } from "@quarry/catalog";

/** A result as of a web search: Open WebUI shows its link and reads the snippet. */
export const toSearchResult = ({ text, documentId, metadata, citation }: QueryAnswer["results"][number]) => {
  const page = citation?.pageFrom === undefined ? "" : `#page=${citation.pageFrom}`;
  // Open WebUI tells results apart by their links; a document without an address of its own has its id for one.
  const link = citation?.sourceUrl ?? `urn:uuid:${documentId}${page}`;
  const { title } = metadata;
  const named = citation?.title ?? citation?.filename ?? (typeof title === "string" ? title : documentId);
  return { link, title: named, snippet: text };
};

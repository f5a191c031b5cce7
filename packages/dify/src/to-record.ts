import type { QueryAnswer } from "@quarry/catalog";
import type { JsonObject } from "@quarry/plugin/domain";

/** Converts a result to Dify's format. `metadata` is always an object: Dify fails on null. */
export const toRecord = ({
  id,
  text,
  score,
  documentId,
  chunkIndex,
  metadata,
  citation,
}: QueryAnswer["results"][number]) => ({
  content: text,
  score: Math.min(1, Math.max(0, score)),
  title: titleOf(metadata, citation) ?? documentId,
  metadata: {
    ...metadata,
    ...{ document_id: documentId, chunk_id: id, chunk_index: chunkIndex },
    ...(citation?.sourceUrl !== undefined && { url: citation.sourceUrl }),
  },
});

const titleOf = (
  metadata: JsonObject,
  citation: { readonly title?: string | undefined; readonly filename: string } | undefined,
): string | undefined => {
  if (citation !== undefined) return citation.title ?? citation.filename;
  const { title, filename } = metadata;
  return [title, filename].find((name) => typeof name === "string" && name !== "") as string | undefined;
};

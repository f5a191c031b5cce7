import { jobs as texts } from "../../strings/jobs.ts";
import type { Job } from "./use-jobs.ts";

/** Returns the name of a job: its document, or its action and collection. */
export const nameOfJob = ({ kind, filename, document_id: documentId, collection }: Job): string => {
  if (kind === "purge" && filename !== null) return texts.leftovers(filename);
  if (kind === "purge" && documentId !== null) return texts.deleted(collection ?? texts.goneCollection);
  if (filename !== null) return filename;
  if (kind === "ingest" && documentId !== null) return texts.deletedDocument(documentId);
  return texts.titleOf(kind, collection ?? texts.goneCollection);
};

/** Returns the link to the job's subject, or undefined if the collection is deleted. */
export const hrefOfJob = ({ kind, filename, document_id: documentId, collection }: Job): string | undefined => {
  if (collection === null) return undefined;
  const collectionPath = `/collections/${encodeURIComponent(collection)}`;
  if (filename !== null) return `${collectionPath}/documents/${documentId}`;
  return kind === "index-change" || kind === "index-retire" ? `${collectionPath}/changes` : collectionPath;
};

export const nameOfKind = (kind: string): string => texts.kinds[kind]?.label ?? kind;

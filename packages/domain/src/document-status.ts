/** States of a document (spec: Document status). */
export const DOCUMENT_STATUSES = ["pending", "processing", "ready", "failed"] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

const NEXT: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  pending: ["processing", "failed"],
  // Back to pending: a reprocess restarts a running document (decision 20), and an interrupted run is queued again.
  processing: ["ready", "failed", "pending"],
  ready: ["pending"],
  failed: ["pending"],
};

export const canBecome = (from: DocumentStatus, to: DocumentStatus): boolean => NEXT[from].includes(to);

/** States of a document (spec: Document status). */
export const DOCUMENT_STATUSES = ["pending", "processing", "ready", "failed"] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

import type { CollectionRecord, DocumentRecord } from "@quarry/store";

/** Payload of a webhook event. Until a run has replaced them, it counts the chunks of the previous run. */
export const eventOf = (
  collection: CollectionRecord,
  document: DocumentRecord,
  status: "processing" | "ready" | "failed",
) => ({
  documentId: document.id,
  generation: document.generation,
  collection: collection.name,
  status,
  chunkCount: document.chunkCount,
  errorMessage: null,
});

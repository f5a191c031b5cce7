import type { JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import type { DocumentRecord } from "@quarry/store";
import { jobPayload } from "./job-payload.ts";

/** One run of a document through the pipeline. */
export interface IngestRun {
  readonly collectionId: string;
  readonly documentId: string;
  readonly generation: number;
}

export const INGEST_JOB = "ingest";

/** Job of a document's current run. Its id is derived from the run, so enqueueing is idempotent. */
export const ingestJob = (document: Pick<DocumentRecord, "id" | "collectionId" | "generation">): NewJob => ({
  id: `${INGEST_JOB}:${document.id}:${document.generation}`,
  kind: INGEST_JOB,
  subject: document.id,
  // All documents of a collection use one embedder.
  family: document.collectionId,
  payload: { collectionId: document.collectionId, documentId: document.id, generation: document.generation },
});

export const ingestRunOf = (payload: JsonValue): IngestRun =>
  jobPayload<IngestRun>(payload, "documentId", "not an ingest job's payload");

import type { JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import { jobPayload } from "../job-payload.ts";

/** Kind of the job that updates stores with a document's current metadata. */
export const DESCRIBE_JOB = "describe";

/** Stores can be unavailable: about a day of retries. */
const DESCRIBE_ATTEMPTS = 300;

/**
 * Debounce delay between a change and the update of stores. Several changes of a document become one update, and none
 * of the work happens while the caller waits for the response. Queries see the change meanwhile.
 */
export const DESCRIBE_GATHER_MS = 250;

export interface DescribedDocument {
  readonly collectionId: string;
  readonly documentId: string;
}

export const describeJob = ({ collectionId, documentId }: DescribedDocument): NewJob => ({
  id: `${DESCRIBE_JOB}:${documentId}`,
  kind: DESCRIBE_JOB,
  // Not the document itself: a new run of the document must not end this job.
  subject: `${DESCRIBE_JOB}:${documentId}`,
  family: collectionId,
  payload: { collectionId, documentId },
  maxAttempts: DESCRIBE_ATTEMPTS,
  restartFinished: true,
});

export const describedDocumentOf = (payload: JsonValue): DescribedDocument =>
  jobPayload<DescribedDocument>(payload, "documentId", "not a describe job's payload");

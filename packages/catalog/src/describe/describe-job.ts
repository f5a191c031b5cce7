import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";

/** Kind of the job that brings stores up to date with a document's current metadata. */
export const DESCRIBE_JOB = "describe";

/** Stores may be away: about a day of retries. */
const DESCRIBE_ATTEMPTS = 300;

/**
 * Between a change and the telling of it: of a document that is changed again and again stores are told once for all of that, and
 * none of it is done while the caller waits for the answer. Queries know the change meanwhile.
 */
export const DESCRIBE_GATHER_MS = 250;

export interface DescribedDocument {
  readonly collectionId: string;
  readonly documentId: string;
}

export const describeJob = ({ collectionId, documentId }: DescribedDocument): NewJob => ({
  id: `${DESCRIBE_JOB}:${documentId}`,
  kind: DESCRIBE_JOB,
  // Not the document itself: a new run of it does not end this.
  subject: `${DESCRIBE_JOB}:${documentId}`,
  family: collectionId,
  payload: { collectionId, documentId },
  maxAttempts: DESCRIBE_ATTEMPTS,
  restartFinished: true,
});

/** Reads the job's payload; our own, so anything else is a defect. */
export const describedDocumentOf = (payload: JsonValue): DescribedDocument => {
  if (!isJsonObject(payload) || typeof payload["documentId"] !== "string")
    throw new Error("not a describe job's payload");
  return payload as unknown as DescribedDocument;
};

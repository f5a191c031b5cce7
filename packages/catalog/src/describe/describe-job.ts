import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";

/** Brings stores up to what is said of a document now. */
export const DESCRIBE_JOB = "describe";

/** Stores may be away: about a day of retries. */
const DESCRIBE_ATTEMPTS = 300;

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

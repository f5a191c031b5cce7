import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";

/** Lets a collection's embedder learn from it. */
export const FIT_JOB = "fit";

/** A fit that kills its worker, or doesn't end, is given up soon: queries are answered without. */
const FIT_ATTEMPTS = 3;

export const fitJob = (collectionId: string): NewJob => ({
  id: fitSubject(collectionId),
  kind: FIT_JOB,
  subject: fitSubject(collectionId),
  family: collectionId,
  payload: { collectionId },
  maxAttempts: FIT_ATTEMPTS,
  restartFinished: true,
});

export const fitSubject = (collectionId: string): string => `${FIT_JOB}:${collectionId}`;

/** Reads the job's payload; our own, so anything else is a defect. */
export const fittedCollectionIdOf = (payload: JsonValue): string => {
  if (!isJsonObject(payload) || typeof payload["collectionId"] !== "string") throw new Error("not a fit job's payload");
  return payload["collectionId"];
};

import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";

/** Lets a collection's embedder learn from it. */
export const TRAINING_JOB = "fit";

/** A training that kills its worker, or doesn't end, is given up soon: queries are answered without. */
const TRAINING_ATTEMPTS = 3;

export const trainingJob = (collectionId: string): NewJob => ({
  id: trainingSubject(collectionId),
  kind: TRAINING_JOB,
  subject: trainingSubject(collectionId),
  family: collectionId,
  payload: { collectionId },
  maxAttempts: TRAINING_ATTEMPTS,
  restartFinished: true,
});

export const trainingSubject = (collectionId: string): string => `${TRAINING_JOB}:${collectionId}`;

/** Reads the job's payload; our own, so anything else is a defect. */
export const trainedCollectionIdOf = (payload: JsonValue): string => {
  if (!isJsonObject(payload) || typeof payload["collectionId"] !== "string") throw new Error("not a fit job's payload");
  return payload["collectionId"];
};

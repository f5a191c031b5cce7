import type { JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import { jobPayload } from "./job-payload.ts";

/** Kind of the job that trains a collection's embedder on the collection. */
export const TRAINING_JOB = "fit";

/** A training that crashes its worker or never ends is given up early, since queries work without it. */
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

export const trainedCollectionIdOf = (payload: JsonValue): string =>
  jobPayload<{ readonly collectionId: string }>(payload, "collectionId", "not a fit job's payload").collectionId;

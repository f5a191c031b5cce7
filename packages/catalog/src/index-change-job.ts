import type { JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import type { IndexChangeRecord } from "@quarry/store";
import { jobPayload } from "./job-payload.ts";

/** Kind of the job that builds a collection's next index and switches to it. */
export const INDEX_CHANGE_JOB = "index-change";

/** Kind of the job that drops the index that a change replaced. */
export const INDEX_RETIRE_JOB = "index-retire";

/** Time for which a change can be rolled back, if no other follows. */
export const PREVIOUS_RETAINED_MS = 24 * 3_600_000;

/** An outage of a store or a provider is tolerated as long as by a purge: about a day of retries. */
const CHANGE_ATTEMPTS = 300;

type Change = Pick<IndexChangeRecord, "id" | "collectionId">;

export const indexChangeJob = ({ id, collectionId }: Change): NewJob => ({
  id: `${INDEX_CHANGE_JOB}:${id}`,
  kind: INDEX_CHANGE_JOB,
  subject: indexChangeSubject(collectionId),
  family: collectionId,
  payload: { changeId: id },
  maxAttempts: CHANGE_ATTEMPTS,
});

/** Has a different subject, so cancelling a change does not cancel this job. */
export const indexRetireJob = ({ id, collectionId }: Change, now: number): NewJob => ({
  id: `${INDEX_RETIRE_JOB}:${id}`,
  kind: INDEX_RETIRE_JOB,
  subject: indexRetireSubject(collectionId),
  family: collectionId,
  payload: { changeId: id },
  maxAttempts: CHANGE_ATTEMPTS,
  runAt: now + PREVIOUS_RETAINED_MS,
});

export const indexChangeSubject = (collectionId: string): string => `${INDEX_CHANGE_JOB}:${collectionId}`;
export const indexRetireSubject = (collectionId: string): string => `${INDEX_RETIRE_JOB}:${collectionId}`;

/** Returns the collection id from the subject of either job. */
export const collectionIdOfChange = (subject: string): string => subject.slice(subject.indexOf(":") + 1);

/** Reads the payload of either job. */
export const indexChangeIdOf = (payload: JsonValue): string =>
  jobPayload<{ readonly changeId: string }>(payload, "changeId", "not the payload of an index change's job").changeId;

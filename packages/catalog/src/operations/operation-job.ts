import type { JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import type { OperationRecord } from "@quarry/store";
import { jobPayload } from "../job-payload.ts";

/** Kind of the job that continues an operation until it is complete. */
export const OPERATION_JOB = "operation";

/** An outage of the database is tolerated as long as by a purge: about a day of retries. */
const OPERATION_ATTEMPTS = 300;

export const operationJob = ({ id, collectionId }: Pick<OperationRecord, "id" | "collectionId">): NewJob => ({
  id: `${OPERATION_JOB}:${id}`,
  kind: OPERATION_JOB,
  subject: operationSubject(id),
  family: collectionId,
  payload: { operationId: id, collectionId },
  maxAttempts: OPERATION_ATTEMPTS,
});

/** Parameter with the access filter under which the operation was started; absent if there was none. */
export const WITHIN = "within";

export const operationSubject = (id: string): string => `${OPERATION_JOB}:${id}`;

interface OperationPayload {
  readonly operationId: string;
  readonly collectionId: string;
}

export const operationOf = (payload: JsonValue): OperationPayload =>
  jobPayload<OperationPayload>(payload, "operationId", "not the payload of an operation's job");

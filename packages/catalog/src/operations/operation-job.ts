import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import type { OperationRecord } from "@quarry/store";

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

/** Reads the payload of an operation job. The service wrote it, so invalid content is a defect. */
export const operationOf = (payload: JsonValue): { readonly operationId: string; readonly collectionId: string } => {
  if (!isJsonObject(payload) || typeof payload["operationId"] !== "string") {
    throw new Error("not the payload of an operation's job");
  }
  return payload as unknown as { readonly operationId: string; readonly collectionId: string };
};

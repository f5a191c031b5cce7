import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { NewJob } from "@quarry/jobs";
import type { OperationRecord } from "@quarry/store";

/** Goes on with an operation until all is done. */
export const OPERATION_JOB = "operation";

/** An outage of the database is waited for as a purge does: about a day of retries. */
const OPERATION_ATTEMPTS = 300;

export const operationJob = ({ id, collectionId }: Pick<OperationRecord, "id" | "collectionId">): NewJob => ({
  id: `${OPERATION_JOB}:${id}`,
  kind: OPERATION_JOB,
  subject: operationSubject(id),
  family: collectionId,
  payload: { operationId: id, collectionId },
  maxAttempts: OPERATION_ATTEMPTS,
});

/** The parameter with the access filter under which it was begun; absent where there was none. */
export const WITHIN = "within";

export const operationSubject = (id: string): string => `${OPERATION_JOB}:${id}`;

/** Reads the payload of such a job; our own, so anything else is a defect. */
export const operationOf = (payload: JsonValue): { readonly operationId: string; readonly collectionId: string } => {
  if (!isJsonObject(payload) || typeof payload["operationId"] !== "string") {
    throw new Error("not the payload of an operation's job");
  }
  return payload as unknown as { readonly operationId: string; readonly collectionId: string };
};

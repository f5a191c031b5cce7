import { failed, type JobResult, retry } from "@quarry/jobs";

/** What of a failure decides on the next attempt. */
interface Failure {
  readonly isRetryable: boolean;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Whether another attempt can help is the error's to say. `message` is what is told of it; default its own. */
export const outcomeOf = (error: Failure, message: string = error.message): JobResult => {
  if (!error.isRetryable) return failed(message);
  const { retryAfterSeconds } = error;
  return retry(message, retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000);
};

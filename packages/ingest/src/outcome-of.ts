import { failed, type JobResult, retry } from "@quarry/jobs";

/** What of a failure decides on the next attempt. */
interface Failure {
  readonly isRetryable: boolean;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Whether another attempt can help is the error's to say. `message` is what is told of it; default its own. `by` is whose
 * failure it is; default that of what the service stands on.
 */
export const outcomeOf = (error: Failure, message: string = error.message, by?: string): JobResult => {
  if (!error.isRetryable) return failed(message, by);
  const { retryAfterSeconds } = error;
  return retry(message, retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000, by);
};

import { failed, type JobResult, retry } from "@quarry/jobs";

/** Fields of a failure that decide on the next attempt. */
interface Failure {
  readonly isRetryable: boolean;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Converts a failure to a job result; the error determines whether a retry can help. `message` is reported; default:
 * the error's own. `by` is the source of the failure; default: a dependency of the service.
 */
export const outcomeOf = (error: Failure, message: string = error.message, by?: string): JobResult => {
  if (!error.isRetryable) return failed(message, by);
  const { retryAfterSeconds } = error;
  return retry(message, retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000, by);
};

import { Code, ConnectError } from "@connectrpc/connect";
import { type ErrorListener, isServiceFault, toFailure } from "../call/failure.ts";
import type { HttpCall } from "../http/http-call.ts";
import { connectCode } from "./connect-code.ts";

/**
 * Converts a thrown value to a Connect error. A fault of the service is reported to the listener, not to the caller.
 * After an abort of `signal`, it is the reason of the abort instead.
 */
export function toConnectError(
  error: unknown,
  call: HttpCall,
  onError: ErrorListener,
  signal?: AbortSignal,
): ConnectError {
  if (error instanceof ConnectError) return error;
  const failure = toFailure(error);
  if (isServiceFault(failure)) {
    // The reason is `deadline_exceeded` when the time that the caller gave is over.
    if (signal?.aborted === true) return ConnectError.from(signal.reason, Code.Canceled);
    onError(error, call.requestId);
  }
  call.failure = failure;
  const { retryAfterSeconds } = failure;
  const metadata = retryAfterSeconds === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterSeconds)) };
  return new ConnectError(failure.message, connectCode(failure.code), metadata);
}

import { Code, ConnectError } from "@connectrpc/connect";
import { type ErrorListener, isServiceFault, toFailure } from "../call/failure.ts";
import type { HttpCall } from "../http/http-call.ts";
import { connectCode } from "./connect-code.ts";

/**
 * Converts a thrown value to a Connect error. A fault of the service is reported to the listener, not to the caller.
 */
export function toConnectError(
  error: unknown,
  call: HttpCall,
  isAborted: boolean,
  onError: ErrorListener,
): ConnectError {
  if (error instanceof ConnectError) return error;
  const failure = toFailure(error);
  if (isServiceFault(failure)) {
    if (isAborted) return new ConnectError("The call was canceled", Code.Canceled);
    onError(error, call.requestId);
  }
  call.failure = failure;
  const { retryAfterSeconds } = failure;
  const metadata = retryAfterSeconds === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterSeconds)) };
  return new ConnectError(failure.message, connectCode(failure.code), metadata);
}

import { type Authenticator, ExhaustedKey } from "../../rpc/handler.ts";
import type { HttpCall } from "../http/http-call.ts";
import { unauthenticated } from "./method-plan.ts";

/**
 * Identifies the caller, and throws if it can't be authenticated. A call of a known key that exceeds its rate limit is
 * still attributed to the key.
 */
export function authenticateCall(
  call: HttpCall,
  authenticator: Authenticator,
  authorization: string | undefined,
): void {
  try {
    call.principal = authenticator.authenticate(authorization);
  } catch (error) {
    if (error instanceof ExhaustedKey) call.principal = error.principal;
    throw error;
  }
  if (call.principal === undefined) throw unauthenticated(authorization, authenticator.problemOf?.(authorization));
}

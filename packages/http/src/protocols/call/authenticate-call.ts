import { type Authenticator, ExhaustedKey } from "../../rpc/handler.ts";
import type { HttpCall } from "../http/http-call.ts";
import { unauthenticated } from "./method-plan.ts";

/** Finds out who calls, and throws where nobody may be let in; a key that is known but used up is the caller's too. */
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

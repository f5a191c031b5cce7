import { toFailure } from "../call/failure.ts";
import { answerFailure } from "../http/answer.ts";
import type { HttpCall } from "../http/http-call.ts";
import type { BadKeys } from "./bad-keys.ts";

/**
 * Answers a call of any protocol now or, if its key is wrong and its address has sent too many wrong ones, after a
 * delay; rejects it if too many are waiting.
 */
export function passKeyGate(
  badKeys: BadKeys,
  call: HttpCall,
  isValid: (authorization: string) => boolean,
  answer: () => void,
): void {
  const { request, response } = call;
  const { authorization } = request.headers;
  if (authorization === undefined) return answer();
  const address = badKeys.addressOf(request);
  if (badKeys.isSuspect(address) && !isValid(authorization)) {
    badKeys.note(address);
    badKeys.delay(address).then(answer, (error: unknown) => answerFailure(call, toFailure(error)));
    return;
  }
  response.once("close", () => {
    if (call.failure?.code === "unauthenticated" || response.statusCode === 401) badKeys.note(address);
  });
  answer();
}

import { toFailure } from "../call/failure.ts";
import { answerFailure } from "../http/answer.ts";
import type { HttpCall } from "../http/http-call.ts";
import type { BadKeys } from "./bad-keys.ts";

/** Delays the calls of every protocol that have wrong keys, once an address has sent too many of them. */
export class KeyGate {
  readonly #badKeys: BadKeys;

  constructor(badKeys: BadKeys) {
    this.#badKeys = badKeys;
  }

  /** Answers the call now or after a delay, or rejects it. */
  pass(call: HttpCall, isValid: (authorization: string) => boolean, answer: () => void): void {
    const { request, response } = call;
    const { authorization } = request.headers;
    if (authorization === undefined) return answer();
    const address = this.#badKeys.addressOf(request);
    if (this.#badKeys.isSuspect(address) && !isValid(authorization)) {
      this.#badKeys.note(address);
      this.#badKeys.delay(address).then(answer, (error: unknown) => answerFailure(call, toFailure(error)));
      return;
    }
    response.once("close", () => {
      if (call.failure?.code === "unauthenticated" || response.statusCode === 401) this.#badKeys.note(address);
    });
    answer();
  }
}

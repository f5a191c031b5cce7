import type { DomainError } from "@quarry/plugin/domain";
import { Context, Effect } from "effect";

/** Memory accounting of a response while it is built. */
export interface AnswerSize {
  /**
   * Adds `bytes` to the memory in use. Throws `too_large` beyond the limit of one response. A returned promise waits
   * for room among the other responses of the same key.
   */
  reserve(bytes: number): Promise<void> | undefined;
}

/** Memory accounting of the request that the running effect serves. Default: none. */
export const CurrentAnswer = Context.Reference<AnswerSize>("@quarry/store/CurrentAnswer", {
  defaultValue: () => ({ reserve: () => undefined }),
});

/** Accounts for data read for the response of the running effect. */
export const reserveForAnswer = (bytes: number): Effect.Effect<void, DomainError> =>
  Effect.flatMap(CurrentAnswer, (answer) => {
    try {
      const reserved = answer.reserve(bytes);
      return reserved === undefined ? Effect.void : Effect.tryPromise({ try: () => reserved, catch: refusal });
    } catch (error) {
      return Effect.fail(refusal(error));
    }
  });

const refusal = (error: unknown) => error as DomainError;

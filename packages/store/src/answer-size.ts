import type { DomainError } from "@quarry/plugin/domain";
import { Context, Effect } from "effect";

/** Counts what is held of an answer while it is put together. */
export interface AnswerSize {
  /**
   * Adds `bytes` to the memory in use. Throws `too_large` beyond the limit of one answer; a promise waits for room
   * among the other answers of its key.
   */
  reserve(bytes: number): Promise<void> | undefined;
}

/** Of the call that the running effect answers. Default: nobody counts. */
export const CurrentAnswer = Context.Reference<AnswerSize>("@quarry/store/CurrentAnswer", {
  defaultValue: () => ({ reserve: () => undefined }),
});

/** Counts what was read for the answer of the running effect. */
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

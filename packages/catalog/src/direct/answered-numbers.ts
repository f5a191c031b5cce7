import { type DomainError, invalidArgument } from "@quarry/plugin/domain";
import { Effect } from "effect";

/** Most numbers of vectors in one answer: 1,000 vectors of 1,048 dimensions, some 12 MB of JSON. */
export const MOST_ANSWERED_NUMBERS = 1_048_576;

/** Refuses more vectors than an answer holds. */
export const checkAnsweredNumbers = (
  field: string,
  count: number,
  dimension: number,
): Effect.Effect<void, DomainError> => {
  const most = Math.floor(MOST_ANSWERED_NUMBERS / dimension);
  return count <= most
    ? Effect.void
    : Effect.fail(
        invalidArgument(
          `${field}: must be at most ${most} where embeddings of ${dimension} dimensions are included, got ${count}`,
        ),
      );
};

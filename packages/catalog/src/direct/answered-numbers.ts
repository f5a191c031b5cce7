import { type DomainError, invalidArgument } from "@quarry/plugin/domain";
import { Effect } from "effect";

/** Maximum number of vector components in one response: 1,000 vectors of 1,048 dimensions, some 12 MB of JSON. */
export const MAX_ANSWERED_NUMBERS = 1_048_576;

/** Rejects requests for more vectors than a response can hold. */
export const checkAnsweredNumbers = (
  field: string,
  count: number,
  dimension: number,
): Effect.Effect<void, DomainError> => {
  const maxEntries = Math.floor(MAX_ANSWERED_NUMBERS / dimension);
  return count <= maxEntries
    ? Effect.void
    : Effect.fail(
        invalidArgument(
          `${field}: must be at most ${maxEntries} where embeddings of ${dimension} dimensions are included, got ${count}`,
        ),
      );
};

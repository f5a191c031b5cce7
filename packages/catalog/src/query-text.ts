import { type DomainError, invalidArgument, limits } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { QuerySubject } from "./query-plan.ts";

/**
 * Returns the length of a query after compatibility normalisation (NFKC), as it is analysed and embedded: one character
 * can expand to eighteen.
 */
const analyzedLength = (query: string): number => {
  let length = 0;
  for (const _character of query.normalize("NFKC")) length += 1;
  return length;
};

const NORMALISATION_NOTE = "with compatibility characters written out";

/**
 * Rejects empty queries, and texts that are within the contract's limit as sent but far beyond it after normalisation.
 */
export const checkQueryTexts = (
  queries: readonly Pick<QuerySubject, "query" | "vector">[],
  at: (index: number) => string,
): Effect.Effect<void, DomainError> =>
  Effect.suspend(() => {
    let sum = 0;
    for (const [index, { query, vector }] of queries.entries()) {
      if (query === "" && vector === undefined) {
        return Effect.fail(invalidArgument(`${at(index)}: is required and must not be empty`));
      }
      const length = analyzedLength(query);
      if (length > limits.MAX_QUERY_LENGTH) {
        return Effect.fail(
          invalidArgument(
            `${at(index)}: must be at most ${limits.MAX_QUERY_LENGTH} characters ${NORMALISATION_NOTE}, got ${length}`,
          ),
        );
      }
      sum += length;
    }
    if (sum <= limits.MAX_BATCH_QUERY_LENGTH) return Effect.void;
    return Effect.fail(
      invalidArgument(
        `queries: their texts must be at most ${limits.MAX_BATCH_QUERY_LENGTH} characters in sum, ${NORMALISATION_NOTE}, got ${sum}`,
      ),
    );
  });

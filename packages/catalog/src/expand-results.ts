import type { PassageIndexError, PassageIndexService, SearchResult } from "@quarry/search";
import { joinPassages } from "@quarry/text/join-passages";
import { Effect } from "effect";

/** Reads of neighbours at the same time; they queue at one thread anyway. */
const READS_AT_ONCE = 8;

/**
 * The text of each result together with that of up to `count` neighbours on each side, in the results' order. A direct
 * vector has no neighbours.
 */
export const expandResults = (
  index: PassageIndexService,
  collectionId: string,
  results: readonly SearchResult[],
  count: number,
): Effect.Effect<readonly string[], PassageIndexError> =>
  Effect.forEach(
    results,
    ({ generation, documentId, chunkIndex, text }) =>
      generation === 0
        ? Effect.succeed(text)
        : Effect.map(
            index.neighbours(collectionId, documentId, generation, Math.max(0, chunkIndex - count), chunkIndex + count),
            // The document may be gone by now; the result itself is answered all the same.
            (passages) => (passages.length === 0 ? text : joinPassages(passages)),
          ),
    { concurrency: READS_AT_ONCE },
  );

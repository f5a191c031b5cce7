import type { Passage, PassageIndexError, PassageIndexService, SearchResult } from "@quarry/search";
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

/** Neighbouring chunks of one document as one text, in which what they share stands once. */
export const joinPassages = (passages: readonly Passage[]): string => {
  let joined = "";
  let end: number | undefined;
  for (const passage of passages) {
    const [start, stop] = [offset(passage, "start_char"), offset(passage, "end_char")];
    if (end === undefined || start === undefined || stop === undefined) {
      joined += joined === "" ? passage.text : `\n\n${passage.text}`;
    } else {
      // Where a table goes on, its header stands in front of what the offsets cover; it was there before.
      const body = passage.text.slice(Math.max(0, passage.text.length - (stop - start)));
      joined += start < end ? body.slice(end - start) : separator(start - end) + body;
    }
    end = stop === undefined ? end : Math.max(end ?? 0, stop);
  }
  return joined;
};

/** White space that stood between two chunks; which, the chunks don't tell. */
const separator = (length: number): string => {
  if (length === 0) return "";
  return length === 1 ? "\n" : "\n\n";
};

const offset = ({ metadata }: Passage, field: "start_char" | "end_char"): number | undefined => {
  const value = metadata[field];
  return typeof value === "number" ? value : undefined;
};

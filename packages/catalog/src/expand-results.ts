import type { PassageIndexError, PassageIndexService, ChunkSpan } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE, slicesOf } from "@quarry/plugin/domain";
import type { SearchResult } from "@quarry/search";
import { Effect } from "effect";

/** Results whose neighbours are read in one go: some milliseconds of a thread that others wait for. */
const RESULTS_AT_ONCE = 64;

/**
 * The text of each result together with that of up to `count` neighbours on each side, in the results' order. A direct
 * vector has no neighbours; within an access filter a chunk that was given has none either, since theirs may lie outside.
 */
export const expandResults = Effect.fnUntraced(function* (
  index: PassageIndexService,
  collectionId: string,
  results: readonly SearchResult[],
  count: number,
  isBounded: boolean,
): Effect.fn.Return<readonly string[], PassageIndexError> {
  const texts = results.map(({ text }) => text);
  const isAlone = (result: SearchResult) =>
    result.generation === 0 || (isBounded && result.metadata["file_type"] === GIVEN_CHUNKS_TYPE);
  const places = results.flatMap((result, index) => (isAlone(result) ? [] : [index]));
  // Results of one document are read together, so that parts they share are read only once.
  places.sort((a, b) => byDocument(results[a]!, results[b]!));
  for (const some of slicesOf(places, RESULTS_AT_ONCE)) {
    const spans = some.map((place) => spanAround(results[place]!, count));
    const found = yield* index.stretchTexts(collectionId, spans);
    // The document may be gone by now; the result itself is answered all the same.
    for (const [number, place] of some.entries()) texts[place] = found[number] || texts[place]!;
  }
  return texts;
});

const spanAround = ({ documentId, generation, chunkIndex }: SearchResult, count: number): ChunkSpan => ({
  documentId,
  generation,
  fromIndex: Math.max(0, chunkIndex - count),
  toIndex: chunkIndex + count,
});

const byDocument = (a: SearchResult, b: SearchResult): number => {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.chunkIndex - b.chunkIndex;
};

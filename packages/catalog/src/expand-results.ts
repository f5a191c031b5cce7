import type { PassageIndexError, PassageIndexService, ChunkSpan } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE, slicesOf } from "@quarry/plugin/domain";
import type { SearchResult } from "@quarry/search";
import { Effect } from "effect";

/** Number of results whose neighbours are read together: some milliseconds of a shared thread. */
const RESULTS_AT_ONCE = 64;

/**
 * Returns each result's text joined with that of up to `count` neighbours on each side, in the order of the results. A
 * direct vector has no neighbours. With an access filter, an uploaded chunk has none either, since its neighbours might
 * not match.
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
  const positions = results.flatMap((result, index) => (isAlone(result) ? [] : [index]));
  // Results of one document are read together, so shared chunks are read only once.
  positions.sort((a, b) => byDocument(results[a]!, results[b]!));
  for (const slice of slicesOf(positions, RESULTS_AT_ONCE)) {
    const spans = slice.map((position) => spanAround(results[position]!, count));
    const found = yield* index.spanTexts(collectionId, spans);
    // The document can be deleted by now; the result itself is returned anyway.
    for (const [number, position] of slice.entries()) texts[position] = found[number] || texts[position]!;
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

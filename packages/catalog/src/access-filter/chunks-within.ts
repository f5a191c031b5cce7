import type { AccessFilter } from "@quarry/index";
import type { ChunkPage, ChunkRange, Passage, PassageIndexError } from "@quarry/index";

import { Effect } from "effect";

type ReadChunks = (range: Omit<ChunkRange, "maxCharacters">) => Effect.Effect<ChunkPage, PassageIndexError>;

/** Chunks of a document of which each has metadata of its own, as far as they lie within an access filter. */
export interface ChunksWithin {
  /** Number of chunks that match the access filter. */
  readonly total: number;
  /** At least one of those behind this chunk index, in order; none when there are no more. */
  after(chunkIndex: number | undefined, limit: number): Effect.Effect<readonly Passage[], PassageIndexError>;
  /** The chunk index behind which the page begins that leaves out so many of them. */
  readonly start: number | undefined;
}

const MOST_AT_ONCE = 2 ** 31 - 1;

/** Reads the document's chunks once to count them: what was given as one request. */
export const chunksWithin = Effect.fnUntraced(function* (
  read: ReadChunks,
  { matches }: AccessFilter,
  offset: number,
): Effect.fn.Return<ChunksWithin, PassageIndexError> {
  let total = 0;
  let start: number | undefined;
  for (let last: number | undefined; ;) {
    const { passages } = yield* read({ limit: MOST_AT_ONCE, after: last });
    if (passages.length === 0) break;
    last = passages.at(-1)!.chunkIndex;
    for (const { metadata, chunkIndex } of passages) {
      if (!matches(metadata)) continue;
      total += 1;
      if (total === offset) start = chunkIndex;
    }
  }
  const after: ChunksWithin["after"] = Effect.fnUntraced(function* (chunkIndex, limit) {
    for (let last = chunkIndex; ;) {
      const { passages } = yield* read({ limit: MOST_AT_ONCE, after: last });
      const within = passages.filter(({ metadata }) => matches(metadata)).slice(0, limit);
      if (within.length > 0 || passages.length === 0) return within;
      last = passages.at(-1)!.chunkIndex;
    }
  });
  return { total, after, start };
});

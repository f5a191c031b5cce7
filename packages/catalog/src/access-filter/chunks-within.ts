import type { AccessFilter, ChunkPage, ChunkRange, Passage, PassageIndexError } from "@quarry/index";
import { Effect } from "effect";

type ReadChunks = (range: Omit<ChunkRange, "maxCharacters">) => Effect.Effect<ChunkPage, PassageIndexError>;

/** Chunks of a document that match an access filter, for documents whose chunks each have their own metadata. */
export interface ChunksWithin {
  /** Number of chunks that match the access filter. */
  readonly total: number;
  /** Matching chunks after this chunk index, in order: at least one, or none after the last. */
  after(chunkIndex: number | undefined, limit: number): Effect.Effect<readonly Passage[], PassageIndexError>;
  /** Index of the chunk that precedes the page: the last of the `offset` matching chunks that the page skips. */
  readonly start: number | undefined;
}

const UNLIMITED = 2 ** 31 - 1;

/**
 * Reads all chunks of the document once to count the matches. They were uploaded in one request, which bounds their
 * number.
 */
export const chunksWithin = Effect.fnUntraced(function* (
  read: ReadChunks,
  { matches }: AccessFilter,
  offset: number,
): Effect.fn.Return<ChunksWithin, PassageIndexError> {
  let total = 0;
  let start: number | undefined;
  for (let last: number | undefined; ;) {
    const { passages } = yield* read({ limit: UNLIMITED, after: last });
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
      const { passages } = yield* read({ limit: UNLIMITED, after: last });
      const within = passages.filter(({ metadata }) => matches(metadata)).slice(0, limit);
      if (within.length > 0 || passages.length === 0) return within;
      last = passages.at(-1)!.chunkIndex;
    }
  });
  return { total, after, start };
});

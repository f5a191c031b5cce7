import { type Passage, PassageIndex, type PassageIndexError } from "@quarry/index";
import { conflict, describeValue, type DomainError } from "@quarry/plugin/domain";
import type { DocumentRecord, StoreError } from "@quarry/store";
import { Effect } from "effect";
import { type DocumentName, documentNotFound, makeFindDocument } from "../find-document.ts";
import { seenLiveVersion } from "../pages/live-version.ts";

/** Characters of text and metadata read at a time: one thread copies them, and another writes them, in milliseconds. */
export const CHARACTERS_AT_ONCE = 262_144;

type ChunkRead<A> = Effect.Effect<A, DomainError | PassageIndexError>;

/** Chunks of a document's live version. */
export interface LiveChunks {
  readonly document: DocumentRecord;
  /**
   * Returns chunks from this index on: up to some hundred thousand characters, or `limit` chunks. At least one, or none
   * after the last.
   */
  readonly from: (index: number, limit?: number) => ChunkRead<readonly Passage[]>;
  /**
   * Returns the index of the first chunk that matches, or the number of chunks. `matches` must be monotonic. Uses
   * binary search, or an exponential search upwards from `from` if the chunks before it are known not to match.
   */
  readonly firstIndexWhere: (matches: (passage: Passage) => boolean, from?: number) => ChunkRead<number>;
}

/** Fails with `not_found` if the document doesn't exist, and with `conflict` if it was never processed. */
export type FindLiveChunks = (
  collectionName: string,
  name: DocumentName,
) => Effect.Effect<LiveChunks, DomainError | PassageIndexError | StoreError>;

export const makeFindLiveChunks = Effect.gen(function* () {
  const passages = yield* PassageIndex;
  const find = yield* makeFindDocument;
  const findLiveChunks: FindLiveChunks = Effect.fnUntraced(function* (collectionName, name) {
    const { collection, document: found } = yield* find(collectionName, name);
    const document = yield* seenLiveVersion(found);
    if (document === undefined) return yield* documentNotFound(name, collectionName);
    const { liveGeneration: generation, chunkCount } = document;
    if (generation === null) return yield* notProcessedYet(document);
    const read = (index: number, limit: number): ChunkRead<readonly Passage[]> => {
      const range = { limit, ...(index > 0 && { after: index - 1 }), maxCharacters: CHARACTERS_AT_ONCE };
      return Effect.flatMap(
        passages.listChunks(collection.id, document.id, generation, range),
        ({ passages: chunks }) =>
          chunks.length > 0 || index >= chunkCount ? Effect.succeed(chunks) : Effect.fail(chunksReplaced(document.id)),
      );
    };
    const firstIndexWhere = Effect.fnUntraced(function* (matches: (passage: Passage) => boolean, from = 0) {
      let [low, high] = [from, chunkCount];
      let step = from > 0 ? 1 : chunkCount;
      while (low < high) {
        const middle = Math.min(low + step - 1, (low + high) >> 1);
        step *= 2;
        const [chunk] = yield* read(middle, 1);
        if (matches(chunk!)) high = middle;
        else low = middle + 1;
      }
      return low;
    });
    return { document, firstIndexWhere, from: (index: number, limit = chunkCount) => read(index, limit) };
  });
  return findLiveChunks;
});

export const chunksReplaced = (documentId: string): DomainError =>
  conflict(`document ${describeValue(documentId)} was reprocessed while its chunks were read; try again`);

const notProcessedYet = ({ id, status, errorMessage }: DocumentRecord): DomainError => {
  const why = errorMessage === null ? "" : `: ${errorMessage}`;
  return conflict(`document ${describeValue(id)} has no text: its status is ${status}${why}`);
};

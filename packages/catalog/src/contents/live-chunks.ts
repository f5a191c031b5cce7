import { type Passage, PassageIndex, type PassageIndexError } from "@quarry/index";
import { conflict, describeValue, type DomainError } from "@quarry/plugin/domain";

import type { DocumentRecord, DocumentRepository, StoreError } from "@quarry/store";
import { Effect } from "effect";
import type { Collections } from "../collections.ts";
import { type DocumentName, documentNotFound, makeFindDocument } from "../find-document.ts";
import { seenLiveVersion } from "../pages/live-version.ts";

/** Characters of text and metadata read at a time: what a thread copies, and another one writes, in milliseconds. */
const CHARACTERS_AT_ONCE = 262_144;

type ChunkRead<A> = Effect.Effect<A, DomainError | PassageIndexError>;

/** The chunks of the version of a document that answers. */
export interface LiveChunks {
  readonly document: DocumentRecord;
  /**
   * Chunks from this index on: up to some hundred thousand characters, or as many chunks as the limit says; at least
   * one, none behind the last.
   */
  readonly from: (index: number, limit?: number) => ChunkRead<readonly Passage[]>;
  /**
   * The index of the first chunk for which this holds, or how many there are. Where it holds for a chunk it holds for all behind
   * it, so that it is found by halving; where it is known in front of which chunk it doesn't, in steps that grow from there on.
   */
  readonly firstWhere: (matches: (passage: Passage) => boolean, from?: number) => ChunkRead<number>;
}

/** `not_found` for a document that isn't there, `conflict` for one that was never read. */
export type FindLiveChunks = (
  collectionName: string,
  name: DocumentName,
) => Effect.Effect<LiveChunks, DomainError | PassageIndexError | StoreError>;

export const makeFindLiveChunks: Effect.Effect<FindLiveChunks, never, Collections | DocumentRepository | PassageIndex> =
  Effect.gen(function* () {
    const passages = yield* PassageIndex;
    const find = yield* makeFindDocument;
    return Effect.fnUntraced(function* (collectionName, name) {
      const { collection, document: found } = yield* find(collectionName, name);
      const document = yield* seenLiveVersion(found);
      if (document === undefined) return yield* documentNotFound(name, collectionName);
      const { liveGeneration: generation, chunkCount } = document;
      if (generation === null) return yield* notReadYet(document);
      const read = (index: number, limit: number): ChunkRead<readonly Passage[]> => {
        const range = { limit, ...(index > 0 && { after: index - 1 }), maxCharacters: CHARACTERS_AT_ONCE };
        return Effect.flatMap(
          passages.listChunks(collection.id, document.id, generation, range),
          ({ passages: chunks }) =>
            chunks.length > 0 || index >= chunkCount
              ? Effect.succeed(chunks)
              : Effect.fail(chunksReplaced(document.id)),
        );
      };
      const firstWhere = Effect.fnUntraced(function* (matches: (passage: Passage) => boolean, from = 0) {
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
      return { document, firstWhere, from: (index: number, limit = chunkCount) => read(index, limit) };
    });
  });

export const chunksReplaced = (documentId: string): DomainError =>
  conflict(`document ${describeValue(documentId)} got other chunks while they were read; ask again`);

const notReadYet = ({ id, status, errorMessage }: DocumentRecord): DomainError => {
  const why = errorMessage === null ? "" : `: ${errorMessage}`;
  return conflict(`document ${describeValue(id)} has no text: its status is ${status}${why}`);
};

import { Plugins } from "@quarry/host";
import { PassageIndex } from "@quarry/search";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { vectorCollectionOf } from "./vector-collection.ts";

/** The chunks of one run of a document. */
export interface ChunksOfRun {
  readonly collectionId: string;
  readonly vectorCollection: string;
  readonly documentId: string;
  readonly generation: number;
}

/** Passages read and removed at a time; bounds memory. */
const BATCH = 500;

/**
 * Removes the chunks of one run; may run again. Vectors first: the passages say which vectors there are, and must
 * outlive them.
 */
export const removeChunks = Effect.fn("removeChunks")(
  function* ({ collectionId, vectorCollection, documentId, generation }: ChunksOfRun) {
    const { vectorStore } = yield* Plugins;
    const passages = yield* PassageIndex;
    for (;;) {
      const page = yield* passages.listChunks(collectionId, documentId, generation, { limit: BATCH, offset: 0 });
      if (page.passages.length === 0) return;
      const ids = page.passages.map((passage) => passage.id);
      yield* vectorStore.service.deleteByIds(vectorCollection, ids);
      yield* passages.removeIds(collectionId, ids);
    }
  },
  // The whole collection is gone, and its chunks with it.
  Effect.catchIf(
    (error) => error.reason === "not_found",
    () => Effect.void,
  ),
);

export const removeGeneration = (collection: CollectionRecord, documentId: string, generation: number) =>
  removeChunks({
    collectionId: collection.id,
    vectorCollection: vectorCollectionOf(collection),
    documentId,
    generation,
  });

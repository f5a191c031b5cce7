import { Effect } from "effect";
import { deleteEverywhere } from "./target-records.ts";
import type { WriteServices } from "./write-services.ts";

/** The chunks of one run of a document. */
export interface ChunksOfRun {
  readonly collectionId: string;
  readonly documentId: string;
  readonly generation: number;
}

/** Number of passages read and removed at a time; bounds memory. */
const BATCH = 500;

/**
 * Deletes the chunks of one run from all indexes of the collection. Idempotent. Vectors are deleted before the passages
 * that identify them. No other code restores them: code that copies vectors to another index checks afterwards whether
 * the run is live, and a run is made not live before its removal.
 */
export const removeRun = Effect.fn("removeRun")(
  function* ({ collections, passages, targets }: WriteServices, { collectionId, documentId, generation }: ChunksOfRun) {
    const collection = yield* collections.findById(collectionId);
    // The whole collection was deleted, with its chunks.
    if (collection === undefined) return;
    for (;;) {
      const page = yield* passages.listChunks(collectionId, documentId, generation, { limit: BATCH, offset: 0 });
      if (page.passages.length === 0) return;
      const ids = page.passages.map((passage) => passage.id);
      yield* deleteEverywhere(yield* targets(collection), ids);
      yield* passages.removeIds(collectionId, ids);
    }
  },
  // The index was dropped meanwhile.
  Effect.catchIf(
    (error) => error.reason === "not_found",
    () => Effect.void,
  ),
);

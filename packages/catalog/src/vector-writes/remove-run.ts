import { Effect } from "effect";
import { deleteEverywhere } from "./target-records.ts";
import type { WriteServices } from "./write-services.ts";

/** The chunks of one run of a document. */
export interface ChunksOfRun {
  readonly collectionId: string;
  readonly documentId: string;
  readonly generation: number;
}

/** Passages read and removed at a time; bounds memory. */
const BATCH = 500;

/**
 * Removes the chunks of one run, wherever the collection has vectors; may run again. Vectors first: the passages say
 * which vectors there are, and must outlive them. Nobody brings them back: what copies vectors to another place looks
 * afterwards whether the run is live, and a run that is to be removed was made not live before.
 */
export const removeRun = Effect.fn("removeRun")(
  function* (
    { collections, passages, places: targets }: WriteServices,
    { collectionId, documentId, generation }: ChunksOfRun,
  ) {
    const collection = yield* collections.findById(collectionId);
    // The whole collection is gone, and its chunks go with it.
    if (collection === undefined) return;
    for (;;) {
      const page = yield* passages.listChunks(collectionId, documentId, generation, { limit: BATCH, offset: 0 });
      if (page.passages.length === 0) return;
      const ids = page.passages.map((passage) => passage.id);
      yield* deleteEverywhere(yield* targets(collection), ids);
      yield* passages.removeIds(collectionId, ids);
    }
  },
  // So it was dropped meanwhile.
  Effect.catchIf(
    (error) => error.reason === "not_found",
    () => Effect.void,
  ),
);

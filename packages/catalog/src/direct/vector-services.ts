import { PassageIndex } from "@quarry/index";
import { Embeddings } from "@quarry/embedding";
import { FairScheduler } from "@quarry/plugin/scheduling";
import { Effect } from "effect";
import { CollectionIndex } from "../collection-index.ts";
import { Collections } from "../collections.ts";
import { VectorWrites } from "../vector-writes/vector-writes.ts";

/** Services that the use cases on client-written entries depend on. */
export type VectorServices = Effect.Success<typeof vectorServices>;

export const vectorServices = Effect.gen(function* () {
  return {
    collections: yield* Collections,
    embeddings: yield* Embeddings,
    index: yield* CollectionIndex,
    passages: yield* PassageIndex,
    writes: yield* VectorWrites,
    /**
     * Runs one retry per collection at a time after a write conflict. Concurrent retries would conflict again and
     * again.
     */
    retries: new FairScheduler({ concurrency: Infinity, concurrencyPerOwner: 1 }, () => 0),
  };
});

import { PassageIndex } from "@quarry/index";
import { Embeddings } from "@quarry/embedding";

import { Effect } from "effect";
import { CollectionIndex } from "../collection-index.ts";
import { Collections } from "../collections.ts";
import { VectorWrites } from "../vector-writes/vector-writes.ts";
import { OneAtATime } from "./one-at-a-time.ts";

/** What the use cases on entries of clients stand on. */
export type VectorServices = Effect.Success<typeof vectorServices>;

export const vectorServices = Effect.gen(function* () {
  return {
    collections: yield* Collections,
    embeddings: yield* Embeddings,
    index: yield* CollectionIndex,
    passages: yield* PassageIndex,
    writes: yield* VectorWrites,
    /** For those whom others have overtaken: they would overtake each other over and over. */
    turns: new OneAtATime(),
  };
});

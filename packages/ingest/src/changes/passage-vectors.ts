import { type Passage, vectorIdOf } from "@quarry/index";
import {
  CollectionIndex,
  embeddedRecords,
  hasSameVectors,
  recordOf,
  storedRecords,
  type VectorTarget,
} from "@quarry/catalog";
import { Embeddings } from "@quarry/embedding";
import type { VectorRecord } from "@quarry/plugin";

import { Effect } from "effect";

/**
 * The records of passages for a place: with the vectors that `source` has, where these serve, else with vectors made of
 * their texts. A passage whose vector the source doesn't have is left out, as it is there.
 */
export const recordsOfPassages = Effect.fnUntraced(function* (
  collectionId: string,
  passages: readonly Passage[],
  source: VectorTarget,
  target: VectorTarget,
) {
  if (!hasSameVectors(source.index, target.index)) return yield* remadeRecords(collectionId, passages, target);
  const stored = yield* storedRecords(source, passages);
  return passages.flatMap((passage): VectorRecord[] => {
    const vector = stored.get(vectorIdOf(passage))?.vector;
    return vector === undefined ? [] : [recordOf(passage, vector)];
  });
});

/** The records of passages for a place, with vectors made of their texts. */
export const remadeRecords = Effect.fnUntraced(function* (
  collectionId: string,
  passages: readonly Passage[],
  target: VectorTarget,
) {
  const index = yield* CollectionIndex;
  return yield* embeddedRecords(yield* Embeddings, yield* index.embedderUse(collectionId, target.index), passages);
});

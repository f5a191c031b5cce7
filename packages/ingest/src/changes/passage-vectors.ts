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
 * Returns the records of passages for an index: with the vectors of `source` if they are usable there, otherwise
 * embedded from the texts. Omits passages whose vector the source lacks, in the first case.
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

/** Returns the records of passages for an index, embedded from their texts. */
export const remadeRecords = Effect.fnUntraced(function* (
  collectionId: string,
  passages: readonly Passage[],
  target: VectorTarget,
) {
  const index = yield* CollectionIndex;
  return yield* embeddedRecords(yield* Embeddings, yield* index.embedderUse(collectionId, target.index), passages);
});

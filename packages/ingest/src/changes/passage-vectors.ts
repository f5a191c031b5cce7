import { CollectionIndex, hasSameVectors, type VectorPlace } from "@quarry/catalog";
import { Embeddings } from "@quarry/embedding";
import type { VectorRecord } from "@quarry/plugin";
import { type Passage, vectorIdOf } from "@quarry/search";
import { Effect } from "effect";
import { textToEmbed } from "../pipeline/text-to-embed.ts";

/**
 * The records of passages for a place: with the vectors that `source` has, where these serve, else with vectors made of
 * their texts. A passage whose vector the source doesn't have is left out, as it is there.
 */
export const recordsOfPassages = Effect.fnUntraced(function* (
  collectionId: string,
  passages: readonly Passage[],
  source: VectorPlace,
  target: VectorPlace,
) {
  if (!hasSameVectors(source.index, target.index)) return yield* embeddedRecords(collectionId, passages, target);
  const stored = yield* storedRecords(source, passages);
  return passages.flatMap((passage): VectorRecord[] => {
    const vector = stored.get(vectorIdOf(passage))?.vector;
    return vector === undefined ? [] : [recordOf(passage, vector)];
  });
});

/** The records of passages for a place, with vectors made of their texts. */
export const embeddedRecords = Effect.fnUntraced(function* (
  collectionId: string,
  passages: readonly Passage[],
  target: VectorPlace,
) {
  const index = yield* CollectionIndex;
  const embeddings = yield* Embeddings;
  const use = yield* index.embedderUse(collectionId, target.index);
  const vectors = yield* embeddings.documents(use, passages.map(textOf));
  return passages.map((passage, place) => recordOf(passage, vectors[place] as Float32Array));
});

/** What a place has of these passages, by the ids of the vectors. */
export const storedRecords = ({ store, vectorCollection }: VectorPlace, passages: readonly Passage[]) =>
  Effect.map(
    store.service.get(vectorCollection, passages.map(vectorIdOf)),
    (records): ReadonlyMap<string, VectorRecord> => new Map(records.map((record) => [record.id, record])),
  );

export const recordOf = (passage: Passage, vector: Float32Array): VectorRecord => ({
  id: vectorIdOf(passage),
  vector,
  metadata: passage.metadata,
  text: passage.text,
});

/** The tokens of texts that clients wrote were never counted. */
const textOf = (passage: Passage) =>
  textToEmbed(passage.documentId === "" ? { ...passage, tokenCount: undefined } : passage);

import { type Passage, vectorIdOf } from "@quarry/index";
import type { EmbedderUse, Embeddings, TextToEmbed } from "@quarry/embedding";
import type { PluginError, VectorRecord } from "@quarry/plugin";
import { Effect } from "effect";
import { NO_PROVIDER } from "../no-model.ts";
import type { CollectionTargets, VectorTarget } from "./vector-targets.ts";

/** Returns the stored vector records of these passages in one index, by vector id. */
export const storedRecords = (
  { store, vectorCollection }: VectorTarget,
  passages: readonly Passage[],
): Effect.Effect<ReadonlyMap<string, VectorRecord>, PluginError> =>
  Effect.map(
    store.service.get(vectorCollection, passages.map(vectorIdOf)),
    (records) => new Map(records.map((record) => [record.id, record])),
  );

export const upsertTo = ({ store, vectorCollection }: VectorTarget, records: readonly VectorRecord[]) =>
  records.length === 0 ? Effect.void : store.service.upsert(vectorCollection, records);

/** Deletes vectors from all indexes of a collection. An index that is being dropped has nothing to delete. */
export const deleteEverywhere = Effect.fnUntraced(function* (
  { live, building, previous }: CollectionTargets,
  ids: readonly string[],
) {
  yield* live.store.service.deleteByIds(live.vectorCollection, ids);
  const others = building === undefined ? previous : [building, ...previous];
  yield* Effect.forEach(others, (target) => deleteFromSide(target, ids), { discard: true });
});

/** Deletes vectors from an index that is not live and may no longer exist. */
export const deleteFromSide = (
  { store, vectorCollection }: VectorTarget,
  ids: readonly string[],
): Effect.Effect<void, PluginError> =>
  store.service.deleteByIds(vectorCollection, ids).pipe(
    Effect.asVoid,
    Effect.catchIf(
      ({ reason }) => reason === "not_found",
      () => Effect.void,
    ),
  );

export const recordOf = (passage: Passage, vector: Float32Array): VectorRecord => ({
  id: vectorIdOf(passage),
  vector,
  metadata: passage.metadata,
  text: passage.text,
});

/**
 * Returns the records of passages, with the embeddings of their texts; none for a collection without a model, where
 * only keyword search finds them.
 */
export const embeddedRecords = (
  embeddings: Embeddings["Service"],
  use: EmbedderUse,
  passages: readonly Passage[],
  onAnswer?: () => void,
) =>
  use.embedder.name === NO_PROVIDER
    ? Effect.succeed<readonly VectorRecord[]>([])
    : Effect.map(embeddings.documents(use, passages.map(textOf), onAnswer), (vectors) =>
        passages.map((passage, at) => recordOf(passage, vectors[at] as Float32Array)),
      );

/** The text with its context, the same for every embedding. Tokens of client-written entries are never counted. */
const textOf = ({ documentId, text, contextText, tokenCount }: Passage): TextToEmbed => ({
  text,
  contextText,
  tokenCount: documentId === "" ? undefined : tokenCount,
});

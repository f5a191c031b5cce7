import { type Passage, vectorIdOf } from "@quarry/index";
import type { EmbedderUse, Embeddings, TextToEmbed } from "@quarry/embedding";
import type { PluginError, VectorRecord } from "@quarry/plugin";

import { Effect } from "effect";
import { NO_PROVIDER } from "../no-model.ts";
import type { CollectionTargets, VectorTarget } from "./vector-targets.ts";

/** Stored vector records of these passages in one index, by vector id. */
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

/** Deletes from everywhere that a collection has vectors. A place that is being dropped has nothing to delete. */
export const deleteEverywhere = Effect.fnUntraced(function* (
  { live, building, previous }: CollectionTargets,
  ids: readonly string[],
) {
  yield* live.store.service.deleteByIds(live.vectorCollection, ids);
  const others = building === undefined ? previous : [building, ...previous];
  yield* Effect.forEach(others, (target) => deleteFromSide(target, ids), { discard: true });
});

/** Deletes from a place that doesn't answer, and that may be gone. */
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

/** The records of passages, with vectors of their texts; none where nothing is embedded, and they are found by words alone. */
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

/** The text below its context, the same whenever it is embedded again. The tokens of what clients wrote were never counted. */
const textOf = ({ documentId, text, contextText, tokenCount }: Passage): TextToEmbed => ({
  text,
  contextText,
  tokenCount: documentId === "" ? undefined : tokenCount,
});

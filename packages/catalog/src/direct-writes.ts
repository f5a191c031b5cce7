import { conflict, type DomainError, invalidArgument } from "@quarry/domain";
import { Embeddings } from "@quarry/embedding";
import type { PluginError, VectorRecord } from "@quarry/plugin";
import { type Passage, PassageIndex, type PassageIndexError } from "@quarry/search";
import {
  type CollectionRecord,
  IndexChangeRepository,
  type IndexPlace,
  type SecretBoxError,
  type StoreError,
} from "@quarry/store";
import { countTokens } from "@quarry/text";
import { Context, Effect, Layer } from "effect";
import type { CheckedVector } from "./check-vectors.ts";
import { CollectionIndex } from "./collection-index.ts";
import { type BuildingPlace, type CollectionPlaces, hasSameVectors, type VectorPlace } from "./index-places.ts";
import { deleteFromSide, deleteVectors } from "./vector-writes.ts";

export type DirectWriteFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;

export interface DirectWritesShape {
  /** Distinct ids, none of them a chunk's; vectors of the dimension that the collection's record says. */
  upsert(collection: CollectionRecord, vectors: readonly CheckedVector[]): Effect.Effect<void, DirectWriteFailure>;
  /** Gives how many there were. */
  remove(collection: CollectionRecord, ids: readonly string[]): Effect.Effect<number, DirectWriteFailure>;
}

/** A client waits this long at most for the provider of a model that doesn't answer queries yet. */
const EMBED_WITHIN_MS = 3_000;

/**
 * Writes clients' vectors to wherever the collection has any. While a change of its index is under way it looks again
 * after each write: what was begun meanwhile is written to as well, before anyone is told that the write is done. In each
 * place the passages and the generation that answers come first, so that what a change copies is never newer than what
 * it finds when it looks again.
 */
export class DirectWrites extends Context.Service<DirectWrites, DirectWritesShape>()("@quarry/catalog/DirectWrites") {
  static readonly layer: Layer.Layer<
    DirectWrites,
    never,
    CollectionIndex | Embeddings | IndexChangeRepository | PassageIndex
  > = Layer.effect(
    DirectWrites,
    Effect.gen(function* () {
      const index = yield* CollectionIndex;
      const embeddings = yield* Embeddings;
      const changes = yield* IndexChangeRepository;
      const passages = yield* PassageIndex;

      /** The records as another place has them: with the same vectors, or with those of their texts. */
      const recordsFor = Effect.fnUntraced(function* (
        collection: CollectionRecord,
        wanted: IndexPlace,
        vectors: readonly CheckedVector[],
      ) {
        if (hasSameVectors(wanted, collection)) return vectors.map(toRecord);
        const use = yield* index.embedderUse(collection.id, wanted);
        const texts = vectors.map(({ text }) => ({ text, tokenCount: countTokens(text) }));
        const embedded = yield* Effect.mapError(embeddings.documents(use, texts), ({ error }) => error);
        return vectors.map((entry, at) => ({ ...toRecord(entry), vector: embedded[at] as Float32Array }));
      });

      const writeTo = Effect.fnUntraced(function* (
        collection: CollectionRecord,
        { store, vectorCollection, index: written }: VectorPlace,
        vectors: readonly CheckedVector[],
      ) {
        yield* store.service.upsert(vectorCollection, yield* recordsFor(collection, written, vectors));
      });

      // What is wrong with a generation that doesn't answer yet must neither fail the write nor keep it waiting: the change
      // looks for it again. Only the provider's part has a limit: a write to the store that is broken off could still
      // arrive, after a later one.
      const writeToBuilding = (
        collection: CollectionRecord,
        place: BuildingPlace,
        vectors: readonly CheckedVector[],
      ): Effect.Effect<void, StoreError> =>
        recordsFor(collection, place.index, vectors).pipe(
          Effect.timeout(EMBED_WITHIN_MS),
          Effect.flatMap((records) => place.store.service.upsert(place.vectorCollection, records)),
          Effect.catch((error) =>
            Effect.andThen(
              Effect.logWarning(`index change ${place.changeId}: vectors are written to its place later`, error),
              changes.reportGap(place.changeId),
            ),
          ),
        );

      /** The places that were not there, or did not answer, when the write began. */
      const catchUp = Effect.fnUntraced(function* (
        collection: CollectionRecord,
        before: CollectionPlaces,
        vectors: readonly CheckedVector[],
      ) {
        const after = yield* index.places(collection);
        if (after === before) return;
        const written = generationsOf(before);
        if (!written.has(after.live.generation)) {
          if (!hasSameVectors(after.live.index, collection) && vectors.some(hasNoText))
            return yield* modelChanged(after);
          yield* writeTo(collection, after.live, vectors);
        }
        if (after.building !== undefined && !written.has(after.building.generation)) {
          // Without a text this fails too, and the change then says so.
          yield* writeToBuilding(collection, after.building, vectors);
        }
        const ids = vectors.map(({ id }) => id);
        const known = new Set([...written, ...before.former.map(({ generation }) => generation)]);
        const unseen = after.former.filter(({ generation }) => !known.has(generation));
        yield* Effect.forEach(unseen, (place) => deleteFromSide(place, ids), { discard: true });
      });

      const upsert: DirectWritesShape["upsert"] = Effect.fnUntraced(function* (collection, vectors) {
        const places = yield* index.places(collection);
        const { live, building, former } = places;
        if (!hasSameVectors(live.index, collection)) return yield* modelChanged(places);
        if (building !== undefined) yield* refuseTextless(building, collection, vectors);
        const ids = vectors.map(({ id }) => id);
        // A change back must not find what these replace.
        yield* Effect.forEach(former, (place) => deleteFromSide(place, ids), { discard: true });
        // At the same time: each waits for its own thread and for the disk. A vector whose passage is missing, because
        // something broke in between and nobody was told that it is written, is never returned.
        yield* Effect.all([passages.put(collection.id, vectors.map(toPassage)), writeTo(collection, live, vectors)], {
          concurrency: 2,
          discard: true,
        });
        if (building !== undefined) yield* writeToBuilding(collection, building, vectors);
        yield* catchUp(collection, places, vectors);
      });

      const remove: DirectWritesShape["remove"] = Effect.fnUntraced(function* (collection, ids) {
        yield* deleteVectors(yield* index.places(collection), ids);
        const removed = yield* passages.removeIds(collection.id, ids);
        // A change that copied them just now looks whether their passages are there: from here on they are not.
        const after = yield* index.places(collection);
        if (after.building !== undefined || after.live.generation !== collection.indexGeneration) {
          yield* deleteVectors(after, ids);
        }
        return removed;
      });

      return { upsert, remove };
    }),
  );
}

const generationsOf = ({ live, building }: CollectionPlaces): ReadonlySet<number> =>
  new Set(building === undefined ? [live.generation] : [live.generation, building.generation]);

const hasNoText = ({ text }: CheckedVector): boolean => text.trim() === "";

const refuseTextless = (
  building: BuildingPlace,
  collection: CollectionRecord,
  vectors: readonly CheckedVector[],
): Effect.Effect<void, DomainError> => {
  const at = hasSameVectors(building.index, collection) ? -1 : vectors.findIndex(hasNoText);
  return at < 0
    ? Effect.void
    : Effect.fail(
        invalidArgument(
          `vectors: ${JSON.stringify(vectors[at]!.id)} needs a text while the collection changes to the embedding model ${building.index.embeddingModel}, which can't make a vector without one`,
        ),
      );
};

const modelChanged = ({ live }: CollectionPlaces) =>
  conflict(
    `the collection has just changed to the embedding model ${live.index.embeddingModel} with ${live.index.dimension} dimensions; send vectors of that model`,
  );

const toRecord = ({ id, vector, metadata, text }: CheckedVector): VectorRecord => ({ id, vector, metadata, text });

const toPassage = ({ id, text, metadata }: CheckedVector): Passage => ({
  id,
  documentId: "",
  generation: 0,
  chunkIndex: 0,
  text,
  contextText: "",
  metadata,
  tokenCount: 0,
});

import { conflict, type DomainError, invalidArgument } from "@quarry/domain";
import type { Embeddings } from "@quarry/embedding";
import type { VectorRecord } from "@quarry/plugin";
import type { CollectionRecord, IndexChangeRepository, IndexPlace, StoreError } from "@quarry/store";
import { Effect } from "effect";
import type { CheckedVector } from "./check-vectors.ts";
import type { CollectionIndex } from "./collection-index.ts";
import { type BuildingPlace, type CollectionPlaces, hasSameVectors } from "./index-places.ts";
import type { WrittenVectors } from "./written-vectors.ts";

/** A client waits this long at most for the provider of a model that doesn't answer queries yet. */
const EMBED_WITHIN_MS = 3_000;

export interface ReachServices {
  readonly index: CollectionIndex["Service"];
  readonly embeddings: Embeddings["Service"];
  readonly changes: IndexChangeRepository["Service"];
}

/** The generations of a collection's index that have the vectors of one write. */
export class ReachedPlaces {
  readonly #services: ReachServices;
  readonly #collection: CollectionRecord;
  readonly #written: WrittenVectors;
  readonly #generations = new Set<number>();
  /** Changes whose generation could not be written to. */
  readonly #gaps = new Set<string>();
  #places: CollectionPlaces | undefined;

  constructor(services: ReachServices, collection: CollectionRecord, written: WrittenVectors) {
    this.#services = services;
    this.#collection = collection;
    this.#written = written;
  }

  /**
   * Writes the vectors to wherever the collection has any now: false when that is where they are already. Before the write
   * is complete, what can't be written fails it.
   */
  readonly reach = Effect.fnUntraced({ self: this }, function* (this: ReachedPlaces, isComplete: boolean) {
    const places = yield* this.#services.index.places(this.#collection);
    if (places === this.#places) return false;
    const { live, building } = places;
    const { vectors } = this.#written;
    if (!hasSameVectors(live.index, this.#collection) && (!isComplete || vectors.some(hasNoText))) {
      return yield* modelChanged(places);
    }
    if (building !== undefined && !isComplete) yield* refuseTextless(building, this.#collection, vectors);
    const before = this.#generations.size;
    if (!this.#generations.has(live.generation)) {
      yield* live.store.service.upsert(live.vectorCollection, yield* this.#recordsFor(live.index));
      this.#generations.add(live.generation);
    }
    if (building !== undefined && !this.#generations.has(building.generation)) {
      if (!(yield* this.#writeToBuilding(building))) this.#gaps.add(building.changeId);
      this.#generations.add(building.generation);
    }
    this.#places = places;
    return this.#generations.size > before;
  });

  /** Has the changes look again for what their generations lack. Once the write is complete: there is nothing to find before. */
  readonly reportGaps: Effect.Effect<void, StoreError> = Effect.suspend(() =>
    Effect.forEach(this.#gaps, (changeId) => this.#services.changes.reportGap(changeId), { discard: true }),
  );

  // What is wrong with a generation that doesn't answer yet must neither fail the write nor keep it waiting. Only the
  // provider's part has a limit: a write to the store that is broken off could still arrive, after it was undone.
  #writeToBuilding(place: BuildingPlace): Effect.Effect<boolean> {
    return this.#recordsFor(place.index).pipe(
      Effect.timeout(EMBED_WITHIN_MS),
      Effect.flatMap((records) => place.store.service.upsert(place.vectorCollection, records)),
      Effect.as(true),
      Effect.catch((error) =>
        Effect.as(
          Effect.logWarning(`index change ${place.changeId}: vectors are written to its place later`, error),
          false,
        ),
      ),
    );
  }

  /** The records as another place has them: with the same vectors, or with those of their texts. */
  #recordsFor(wanted: IndexPlace) {
    const { records } = this.#written;
    return hasSameVectors(wanted, this.#collection)
      ? Effect.succeed(records)
      : embeddedFor(this.#services, this.#collection.id, wanted, records);
  }
}

/** Records with vectors of their texts, by the embedder of a place. */
export const embeddedFor = Effect.fnUntraced(function* (
  { index, embeddings }: Pick<ReachServices, "index" | "embeddings">,
  collectionId: string,
  place: IndexPlace,
  records: readonly Omit<VectorRecord, "vector">[],
) {
  const use = yield* index.embedderUse(collectionId, place);
  const vectors = yield* Effect.mapError(embeddings.documents(use, records), ({ error }) => error);
  return records.map((record, at): VectorRecord => ({ ...record, vector: vectors[at] as Float32Array }));
});

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

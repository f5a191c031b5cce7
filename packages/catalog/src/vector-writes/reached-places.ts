import { type Passage, hasVector, passageIdOf, vectorIdOf } from "@quarry/index";
import { conflict, type DomainError, invalidArgument, slicesOf } from "@quarry/plugin/domain";
import { PluginError, type VectorRecord } from "@quarry/plugin";

import type { CollectionRecord, IndexPlace } from "@quarry/store";
import { Effect } from "effect";
import { type BuildingPlace, type CollectionPlaces, hasSameVectors, type VectorPlace } from "./index-places.ts";
import { deleteFromSide, embeddedRecords, storedRecords, upsertTo } from "./place-records.ts";
import type { WriteFailure, WriteServices } from "./write-services.ts";
import type { WrittenVectors } from "./written-vectors.ts";

/** A client waits this long at most for the provider of a model that doesn't answer queries yet. */
const EMBED_WITHIN_MS = 3_000;

/** Vectors brought along at a time. */
const BROUGHT_AT_ONCE = 500;

/** The places of a collection that have the vectors of one write of a client. */
export class ReachedPlaces {
  readonly #services: WriteServices;
  readonly #collection: CollectionRecord;
  readonly #reached = new Set<number>();
  /** Changes whose place could not be written to. */
  readonly #gaps = new Set<string>();
  #lackingTexts: DomainError | undefined;

  constructor(services: WriteServices, collection: CollectionRecord) {
    this.#services = services;
    this.#collection = collection;
  }

  /** Writes vectors that no passage names yet. What can't be written to the place that answers fails the write. */
  readonly write = Effect.fnUntraced(
    { self: this },
    function* (this: ReachedPlaces, { passages: all, records }: WrittenVectors) {
      const passages = all.filter(hasVector);
      const { live, building } = yield* this.#services.places(this.#collection);
      if (!hasSameVectors(live.index, this.#collection)) return yield* modelChanged(live.index);
      const isCopied = building !== undefined && hasSameVectors(building.index, this.#collection);
      if (building !== undefined && !isCopied) yield* refuseTextless(building.index, passages);
      yield* upsertTo(live, records);
      this.#reached.add(live.number);
      if (building === undefined) return;
      const own = isCopied ? Effect.succeed(records) : this.#embedded(building, passages, EMBED_WITHIN_MS);
      yield* this.#reachBuilding(
        building,
        Effect.flatMap(own, (ready) => upsertTo(building, ready)),
      );
    },
  );

  /**
   * Brings vectors that passages name to the places that the collection has got since they were written: a change of the
   * index may have begun or switched meanwhile. Gives what to say where that takes texts that aren't there.
   */
  readonly bringAlong = Effect.fnUntraced(
    { self: this },
    function* (
      this: ReachedPlaces,
      vectorIds: readonly string[],
    ): Effect.fn.Return<DomainError | undefined, WriteFailure> {
      for (;;) {
        const places = yield* this.#services.places(this.#collection);
        const { live, building } = places;
        if (!this.#reached.has(live.number)) {
          yield* this.#bring(places, live, vectorIds);
          this.#reached.add(live.number);
        } else if (building !== undefined && !this.#reached.has(building.number)) {
          yield* this.#reachBuilding(building, this.#bring(places, building, vectorIds));
        } else break;
      }
      yield* Effect.forEach(this.#gaps, (changeId) => this.#services.changes.reportGap(changeId), { discard: true });
      return this.#lackingTexts;
    },
  );

  // A failing index that is still being built must neither fail the write nor delay it.
  #reachBuilding<E extends Error>(place: BuildingPlace, write: Effect.Effect<void, E>): Effect.Effect<void> {
    this.#reached.add(place.number);
    return write.pipe(
      Effect.catch((error) => {
        this.#gaps.add(place.changeId);
        return Effect.logWarning(`index change ${place.changeId}: vectors are written to its place later`, error);
      }),
    );
  }

  /** Writes to a place what it lacks of the vectors. */
  #bring(
    places: CollectionPlaces,
    place: VectorPlace,
    vectorIds: readonly string[],
  ): Effect.Effect<void, WriteFailure> {
    return Effect.forEach(
      slicesOf(vectorIds, BROUGHT_AT_ONCE),
      Effect.fnUntraced({ self: this }, function* (this: ReachedPlaces, ids: readonly string[]) {
        const records = yield* this.#lacking(places, place, yield* this.#named(ids));
        if (records.length === 0) return;
        yield* upsertTo(place, records);
        // Vectors that another write has replaced meanwhile must not come back.
        const named = new Set((yield* this.#named(ids)).map(vectorIdOf));
        const outdated = records.filter(({ id }) => !named.has(id)).map(({ id }) => id);
        if (outdated.length > 0) yield* deleteFromSide(place, outdated);
      }),
      { discard: true },
    );
  }

  #named(vectorIds: readonly string[]) {
    const wanted = new Set(vectorIds);
    return Effect.map(
      this.#services.passages.get(this.#collection.id, vectorIds.map(passageIdOf)),
      (stored): readonly Passage[] => stored.filter((passage) => hasVector(passage) && wanted.has(vectorIdOf(passage))),
    );
  }

  /** Vectors of the passages that an index lacks: copied from another index, else embedded from their texts. */
  readonly #lacking = Effect.fnUntraced(
    { self: this },
    function* (this: ReachedPlaces, places: CollectionPlaces, place: VectorPlace, passages: readonly Passage[]) {
      const { live, building, former } = places;
      const others = [live, ...(building === undefined ? [] : [building]), ...former].filter(
        (other) => other.number !== place.number && hasSameVectors(other.index, place.index),
      );
      const there = yield* recordsIn(place, passages);
      let lacking = passages.filter((passage) => !there.has(vectorIdOf(passage)));
      const records: VectorRecord[] = [];
      for (const other of others) {
        if (lacking.length === 0) break;
        const found = yield* recordsIn(other, lacking);
        records.push(...found.values());
        lacking = lacking.filter((passage) => !found.has(vectorIdOf(passage)));
      }
      const embeddable = lacking.filter((passage) => !hasNoText(passage));
      if (embeddable.length < lacking.length) {
        // The change will say so itself.
        if (place === building) return yield* modelChanged(place.index);
        this.#lackingTexts = modelChanged(place.index);
      }
      if (embeddable.length === 0) return records;
      const within = place === building ? EMBED_WITHIN_MS : Infinity;
      return [...records, ...(yield* this.#embedded(place, embeddable, within))];
    },
  );

  // Only the provider's part has a limit: a write to the store that is broken off could still arrive, after it was undone.
  #embedded(place: VectorPlace, passages: readonly Passage[], withinMs: number) {
    const { index, embeddings } = this.#services;
    return index.embedderUse(this.#collection.id, place.index).pipe(
      Effect.flatMap((use) => Effect.mapError(embeddedRecords(embeddings, use, passages), ({ error }) => error)),
      Effect.timeoutOrElse({ duration: withinMs, orElse: () => tooSlow(place) }),
    );
  }
}

const tooSlow = ({ index: { embeddingProvider: plugin } }: VectorPlace) =>
  Effect.fail(new PluginError({ plugin, reason: "unavailable", message: `no vectors within ${EMBED_WITHIN_MS} ms` }));

/** As `storedRecords`; nothing where the place is gone. */
const recordsIn = (place: VectorPlace, passages: readonly Passage[]) =>
  Effect.catchIf(
    storedRecords(place, passages),
    ({ reason }) => reason === "not_found",
    () => Effect.succeed<ReadonlyMap<string, VectorRecord>>(new Map()),
  );

const hasNoText = ({ text }: Passage): boolean => text.trim() === "";

const refuseTextless = (
  { embeddingModel }: IndexPlace,
  passages: readonly Passage[],
): Effect.Effect<void, DomainError> => {
  const textless = passages.find(hasNoText);
  return textless === undefined
    ? Effect.void
    : Effect.fail(
        invalidArgument(
          `vectors: ${JSON.stringify(textless.id)} needs a text while the collection changes to the embedding model ${embeddingModel}, which can't make a vector without one`,
        ),
      );
};

const modelChanged = ({ embeddingModel, dimension }: IndexPlace) =>
  conflict(
    `the collection has just changed to the embedding model ${embeddingModel} with ${dimension} dimensions; send vectors of that model`,
  );

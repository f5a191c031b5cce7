import { type Passage, hasVector, passageIdOf, vectorIdOf } from "@quarry/index";
import { conflict, type DomainError, invalidArgument, slicesOf } from "@quarry/plugin/domain";
import { PluginError, type VectorRecord } from "@quarry/plugin";

import type { CollectionRecord, IndexDefinition } from "@quarry/store";
import { Effect } from "effect";
import { type BuildingTarget, type CollectionTargets, hasSameVectors, type VectorTarget } from "./vector-targets.ts";
import { deleteFromSide, embeddedRecords, storedRecords, upsertTo } from "./target-records.ts";
import type { WriteFailure, WriteServices } from "./write-services.ts";
import type { WrittenVectors } from "./written-vectors.ts";

/** A client waits this long at most for the provider of a model that doesn't answer queries yet. */
const EMBED_WITHIN_MS = 3_000;

/** Vectors brought along at a time. */
const BROUGHT_AT_ONCE = 500;

/** The places of a collection that have the vectors of one write of a client. */
export class ReachedTargets {
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
    function* (this: ReachedTargets, { passages: all, records }: WrittenVectors) {
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
  readonly migrate = Effect.fnUntraced(
    { self: this },
    function* (
      this: ReachedTargets,
      vectorIds: readonly string[],
    ): Effect.fn.Return<DomainError | undefined, WriteFailure> {
      for (;;) {
        const targets = yield* this.#services.places(this.#collection);
        const { live, building } = targets;
        if (!this.#reached.has(live.number)) {
          yield* this.#bring(targets, live, vectorIds);
          this.#reached.add(live.number);
        } else if (building !== undefined && !this.#reached.has(building.number)) {
          yield* this.#reachBuilding(building, this.#bring(targets, building, vectorIds));
        } else break;
      }
      yield* Effect.forEach(this.#gaps, (changeId) => this.#services.changes.reportGap(changeId), { discard: true });
      return this.#lackingTexts;
    },
  );

  // A failing index that is still being built must neither fail the write nor delay it.
  #reachBuilding<E extends Error>(target: BuildingTarget, write: Effect.Effect<void, E>): Effect.Effect<void> {
    this.#reached.add(target.number);
    return write.pipe(
      Effect.catch((error) => {
        this.#gaps.add(target.changeId);
        return Effect.logWarning(`index change ${target.changeId}: vectors are written to its place later`, error);
      }),
    );
  }

  /** Writes to a place what it lacks of the vectors. */
  #bring(
    targets: CollectionTargets,
    target: VectorTarget,
    vectorIds: readonly string[],
  ): Effect.Effect<void, WriteFailure> {
    return Effect.forEach(
      slicesOf(vectorIds, BROUGHT_AT_ONCE),
      Effect.fnUntraced({ self: this }, function* (this: ReachedTargets, ids: readonly string[]) {
        const records = yield* this.#lacking(targets, target, yield* this.#named(ids));
        if (records.length === 0) return;
        yield* upsertTo(target, records);
        // Vectors that another write has replaced meanwhile must not come back.
        const named = new Set((yield* this.#named(ids)).map(vectorIdOf));
        const outdated = records.filter(({ id }) => !named.has(id)).map(({ id }) => id);
        if (outdated.length > 0) yield* deleteFromSide(target, outdated);
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
    function* (this: ReachedTargets, targets: CollectionTargets, target: VectorTarget, passages: readonly Passage[]) {
      const { live, building, previous } = targets;
      const others = [live, ...(building === undefined ? [] : [building]), ...previous].filter(
        (other) => other.number !== target.number && hasSameVectors(other.index, target.index),
      );
      const there = yield* recordsIn(target, passages);
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
        if (target === building) return yield* modelChanged(target.index);
        this.#lackingTexts = modelChanged(target.index);
      }
      if (embeddable.length === 0) return records;
      const within = target === building ? EMBED_WITHIN_MS : Infinity;
      return [...records, ...(yield* this.#embedded(target, embeddable, within))];
    },
  );

  // Only the provider's part has a limit: a write to the store that is broken off could still arrive, after it was undone.
  #embedded(target: VectorTarget, passages: readonly Passage[], withinMs: number) {
    const { index, embeddings } = this.#services;
    return index.embedderUse(this.#collection.id, target.index).pipe(
      Effect.flatMap((use) => Effect.mapError(embeddedRecords(embeddings, use, passages), ({ error }) => error)),
      Effect.timeoutOrElse({ duration: withinMs, orElse: () => tooSlow(target) }),
    );
  }
}

const tooSlow = ({ index: { embeddingProvider: plugin } }: VectorTarget) =>
  Effect.fail(new PluginError({ plugin, reason: "unavailable", message: `no vectors within ${EMBED_WITHIN_MS} ms` }));

/** As `storedRecords`; nothing where the place is gone. */
const recordsIn = (target: VectorTarget, passages: readonly Passage[]) =>
  Effect.catchIf(
    storedRecords(target, passages),
    ({ reason }) => reason === "not_found",
    () => Effect.succeed<ReadonlyMap<string, VectorRecord>>(new Map()),
  );

const hasNoText = ({ text }: Passage): boolean => text.trim() === "";

const refuseTextless = (
  { embeddingModel }: IndexDefinition,
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

const modelChanged = ({ embeddingModel, dimension }: IndexDefinition) =>
  conflict(
    `the collection has just changed to the embedding model ${embeddingModel} with ${dimension} dimensions; send vectors of that model`,
  );

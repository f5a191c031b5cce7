import { type Passage, hasVector, passageIdOf, vectorIdOf } from "@quarry/index";
import { conflict, type DomainError, invalidArgument, slicesOf } from "@quarry/plugin/domain";
import { PluginError, type VectorRecord } from "@quarry/plugin";
import type { CollectionRecord, IndexDefinition } from "@quarry/store";
import { Effect } from "effect";
import { type BuildingTarget, type CollectionTargets, hasSameVectors, type VectorTarget } from "./vector-targets.ts";
import { deleteFromSide, embeddedRecords, storedRecords, upsertTo } from "./target-records.ts";
import type { WriteFailure, WriteServices } from "./write-services.ts";
import type { WrittenVectors } from "./written-vectors.ts";

/** Maximum time for which a client waits for the provider of a model that is not live yet. */
const EMBED_WITHIN_MS = 3_000;

/** Number of vectors migrated at a time. */
const MIGRATION_BATCH = 500;

/** Indexes of a collection that contain the vectors of one client write. */
export class ReachedTargets {
  readonly #services: WriteServices;
  readonly #collection: CollectionRecord;
  readonly #reached = new Set<number>();
  /** Ids of changes whose index could not be written to. */
  readonly #gaps = new Set<string>();
  #lackingTexts: DomainError | undefined;

  constructor(services: WriteServices, collection: CollectionRecord) {
    this.#services = services;
    this.#collection = collection;
  }

  /** Writes vectors that no passage references yet. Only a failure of the live index fails the write. */
  readonly write = Effect.fnUntraced(
    { self: this },
    function* (this: ReachedTargets, { passages: all, records }: WrittenVectors) {
      const passages = all.filter(hasVector);
      const { live, building } = yield* this.#services.targets(this.#collection);
      if (!hasSameVectors(live.index, this.#collection)) return yield* modelChanged(live.index);
      const isCopied = building !== undefined && hasSameVectors(building.index, this.#collection);
      if (building !== undefined && !isCopied) yield* refuseTextless(building.index, passages);
      yield* upsertTo(live, records);
      this.#reached.add(live.number);
      if (building === undefined) return;
      const ownRecords = isCopied ? Effect.succeed(records) : this.#embedded(building, passages, EMBED_WITHIN_MS);
      yield* this.#reachBuilding(
        building,
        Effect.flatMap(ownRecords, (ready) => upsertTo(building, ready)),
      );
    },
  );

  /**
   * Copies vectors that passages reference to indexes added since they were written: an index change can have begun or
   * switched meanwhile. Returns an error if that requires texts that don't exist.
   */
  readonly migrate = Effect.fnUntraced(
    { self: this },
    function* (
      this: ReachedTargets,
      vectorIds: readonly string[],
    ): Effect.fn.Return<DomainError | undefined, WriteFailure> {
      for (;;) {
        const targets = yield* this.#services.targets(this.#collection);
        const { live, building } = targets;
        if (!this.#reached.has(live.number)) {
          yield* this.#migrateTo(targets, live, vectorIds);
          this.#reached.add(live.number);
        } else if (building !== undefined && !this.#reached.has(building.number)) {
          yield* this.#reachBuilding(building, this.#migrateTo(targets, building, vectorIds));
        } else break;
      }
      yield* Effect.forEach(this.#gaps, (changeId) => this.#services.changes.reportGap(changeId), { discard: true });
      return this.#lackingTexts;
    },
  );

  // A failure of an index being built must neither fail the write nor delay it.
  #reachBuilding<E extends Error>(target: BuildingTarget, write: Effect.Effect<void, E>): Effect.Effect<void> {
    this.#reached.add(target.number);
    return write.pipe(
      Effect.catch((error) => {
        this.#gaps.add(target.changeId);
        return Effect.logWarning(`index change ${target.changeId}: vectors are written to its index later`, error);
      }),
    );
  }

  /** Writes the missing vectors to an index. */
  #migrateTo(
    targets: CollectionTargets,
    target: VectorTarget,
    vectorIds: readonly string[],
  ): Effect.Effect<void, WriteFailure> {
    return Effect.forEach(
      slicesOf(vectorIds, MIGRATION_BATCH),
      Effect.fnUntraced({ self: this }, function* (this: ReachedTargets, ids: readonly string[]) {
        const records = yield* this.#lacking(targets, target, yield* this.#referenced(ids));
        if (records.length === 0) return;
        yield* upsertTo(target, records);
        // Vectors that another write has replaced meanwhile must not reappear.
        const referenced = new Set((yield* this.#referenced(ids)).map(vectorIdOf));
        const outdated = records.filter(({ id }) => !referenced.has(id)).map(({ id }) => id);
        if (outdated.length > 0) yield* deleteFromSide(target, outdated);
      }),
      { discard: true },
    );
  }

  #referenced(vectorIds: readonly string[]) {
    const requested = new Set(vectorIds);
    return Effect.map(
      this.#services.passages.get(this.#collection.id, vectorIds.map(passageIdOf)),
      (stored): readonly Passage[] =>
        stored.filter((passage) => hasVector(passage) && requested.has(vectorIdOf(passage))),
    );
  }

  /** Returns the vectors of passages that an index lacks: copied from another index, or embedded from their texts. */
  readonly #lacking = Effect.fnUntraced(
    { self: this },
    function* (this: ReachedTargets, targets: CollectionTargets, target: VectorTarget, passages: readonly Passage[]) {
      const { live, building, previous } = targets;
      const others = [live, ...(building === undefined ? [] : [building]), ...previous].filter(
        (other) => other.number !== target.number && hasSameVectors(other.index, target.index),
      );
      const present = yield* recordsIn(target, passages);
      let lacking = passages.filter((passage) => !present.has(vectorIdOf(passage)));
      const records: VectorRecord[] = [];
      for (const other of others) {
        if (lacking.length === 0) break;
        const found = yield* recordsIn(other, lacking);
        records.push(...found.values());
        lacking = lacking.filter((passage) => !found.has(vectorIdOf(passage)));
      }
      const embeddable = lacking.filter((passage) => !hasNoText(passage));
      if (embeddable.length < lacking.length) {
        // The index change reports it itself.
        if (target === building) return yield* modelChanged(target.index);
        this.#lackingTexts = modelChanged(target.index);
      }
      if (embeddable.length === 0) return records;
      const within = target === building ? EMBED_WITHIN_MS : Infinity;
      return [...records, ...(yield* this.#embedded(target, embeddable, within))];
    },
  );

  // Only the provider's part has a timeout: an aborted write to the store could still arrive after its rollback.
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

/** Returns `storedRecords`, or none if the index no longer exists. */
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
          `vectors: ${JSON.stringify(textless.id)} needs a text while the collection changes to the embedding model ${embeddingModel}, which can't embed it without one`,
        ),
      );
};

const modelChanged = ({ embeddingModel, dimension }: IndexDefinition) =>
  conflict(
    `the collection has just changed to the embedding model ${embeddingModel} with ${dimension} dimensions; send vectors of that model`,
  );

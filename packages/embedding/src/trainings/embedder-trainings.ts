import { PluginError } from "@quarry/plugin";
import { EmbedderTrainingRepository, type TrainingMethod, type StoreError } from "@quarry/store";
import { Clock, Context, Effect, Layer, Semaphore } from "effect";
import type { EmbedderUse } from "../embedder-use.ts";
import { BoundedTrainings, type KnownTraining } from "./bounded-trainings.ts";

export interface EmbedderTrainingsShape {
  /**
   * The trained projection that the use's embedder has learned from the collection, at most a second old; undefined when there is
   * none.
   */
  readonly current: (use: EmbedderUse) => Effect.Effect<KnownTraining | undefined, PluginError>;
}

/** For so long nobody asks whether there is a newer one: the process that fits may be another. */
const FRESH_MS = 1_000;

/** A trained projection takes 4 MB at most. */
const KEPT_BYTES = 64 * 1_048_576;

/** In-memory cache of the trained projections that embedders have learned from collections, for queries; never older than a second. */
export class EmbedderTrainings extends Context.Service<EmbedderTrainings, EmbedderTrainingsShape>()(
  "@quarry/embedding/EmbedderFits",
) {
  static readonly layer: Layer.Layer<EmbedderTrainings, never, EmbedderTrainingRepository> = Layer.effect(
    EmbedderTrainings,
    Effect.gen(function* () {
      const repository = yield* EmbedderTrainingRepository;
      const known = new BoundedTrainings(KEPT_BYTES);
      // Queries that find a new trained projection at the same moment read it once.
      const reading = yield* Semaphore.make(1);

      const read = Effect.fnUntraced(function* (collectionId: string, maker: TrainingMethod) {
        const number = yield* repository.number(collectionId, maker);
        const checkedAt = yield* Clock.currentTimeMillis;
        const retained = known.get(collectionId);
        if (number === undefined) return known.set(collectionId, { maker, checkedAt, training: undefined });
        if (retained?.training?.number === number && isSame(retained.maker, maker)) {
          return known.set(collectionId, { ...retained, checkedAt });
        }
        const found = yield* repository.read(collectionId);
        const isUseful = found !== undefined && isSame(found, maker) && found.bytes.length > 0;
        return known.set(collectionId, { maker, checkedAt, training: isUseful ? found : undefined });
      });

      const current = Effect.fnUntraced(function* (use: EmbedderUse) {
        const maker = trainingMethod(use);
        if (maker === undefined) return undefined;
        const { collectionId } = use;
        const fresh = Effect.map(Clock.currentTimeMillis, (now) => {
          const retained = known.get(collectionId);
          const isFresh =
            retained !== undefined && isSame(retained.maker, maker) && now - retained.checkedAt < FRESH_MS;
          return isFresh ? retained : undefined;
        });
        const retained =
          (yield* fresh) ??
          (yield* reading.withPermits(1)(
            Effect.flatMap(fresh, (entry) => (entry === undefined ? read(collectionId, maker) : Effect.succeed(entry))),
          ));
        return retained.training;
      });

      return { current: (use) => Effect.mapError(current(use), (error) => toPluginError(use, error)) };
    }),
  );
}

/** Identity of the trained projection that a use needs; undefined where its embedder learns nothing. */
const trainingMethod = ({ embedder, model, dimension }: EmbedderUse): TrainingMethod | undefined => {
  const { fitting } = embedder.capabilities;
  return fitting && { provider: embedder.name, model, dimension, method: fitting.method };
};

const isSame = (a: TrainingMethod, b: TrainingMethod): boolean =>
  a.provider === b.provider && a.model === b.model && a.dimension === b.dimension && a.method === b.method;

const toPluginError = ({ embedder }: EmbedderUse, error: StoreError): PluginError =>
  new PluginError({
    plugin: embedder.plugin,
    reason: error.isRetryable ? "unavailable" : "internal",
    message: error.message,
    cause: error,
  });

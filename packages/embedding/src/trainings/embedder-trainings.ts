import { PluginError } from "@quarry/plugin";
import { BoundedMap } from "@quarry/plugin/domain";
import { EmbedderTrainingRepository, type EmbedderTraining, type StoreError, type TrainingMethod } from "@quarry/store";
import { Clock, Context, Effect, Layer, Semaphore } from "effect";
import type { EmbedderUse } from "../embedder-use.ts";

type KnownTraining = Pick<EmbedderTraining, "number" | "bytes">;

/** Cache entry for a collection's trained projection. */
interface TrainingEntry {
  /** Identity of the embedder for which the trained projection was requested. */
  readonly identity: TrainingMethod;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
  readonly training: KnownTraining | undefined;
}

export interface EmbedderTrainingsShape {
  /**
   * Returns the trained projection that the use's embedder has learned from the collection, at most a second old, or
   * undefined if there is none.
   */
  readonly current: (use: EmbedderUse) => Effect.Effect<KnownTraining | undefined, PluginError>;
}

/** Time for which a cached entry is not checked for a newer one: another process can train. */
const FRESH_MS = 1_000;

/** Size limit. A trained projection takes at most 4 MB. */
const MAX_BYTES = 64 * 1_048_576;

/** Size of an entry including the key and the map entry. */
const entryBytes = ({ training }: TrainingEntry): number => 500 + (training?.bytes.length ?? 0);

/**
 * In-memory cache of the trained projections that embedders have learned from collections, for queries. Entries are
 * never older than a second.
 */
export class EmbedderTrainings extends Context.Service<EmbedderTrainings, EmbedderTrainingsShape>()(
  "@quarry/embedding/EmbedderFits",
) {
  static readonly layer: Layer.Layer<EmbedderTrainings, never, EmbedderTrainingRepository> = Layer.effect(
    EmbedderTrainings,
    Effect.gen(function* () {
      const repository = yield* EmbedderTrainingRepository;
      const known = new BoundedMap<string, TrainingEntry>(MAX_BYTES, { weigh: entryBytes });
      // Queries that find a new trained projection at the same moment read it once.
      const reading = yield* Semaphore.make(1);

      const readTraining = Effect.fnUntraced(function* (id: string, identity: TrainingMethod, number?: number) {
        if (number === undefined) return undefined;
        const retained = known.get(id);
        if (retained?.training?.number === number && isSame(retained.identity, identity)) return retained.training;
        const found = yield* repository.read(id);
        return found !== undefined && isSame(found, identity) && found.bytes.length > 0 ? found : undefined;
      });

      const read = Effect.fnUntraced(function* (collectionId: string, identity: TrainingMethod) {
        const number = yield* repository.number(collectionId, identity);
        const checkedAt = yield* Clock.currentTimeMillis;
        const entry = { identity, checkedAt, training: yield* readTraining(collectionId, identity, number) };
        known.set(collectionId, entry);
        return entry;
      });

      const current = Effect.fnUntraced(function* (use: EmbedderUse) {
        const identity = trainingMethod(use);
        if (identity === undefined) return undefined;
        const { collectionId } = use;
        const fresh = Effect.map(Clock.currentTimeMillis, (now) => {
          const retained = known.get(collectionId);
          const isFresh =
            retained !== undefined && isSame(retained.identity, identity) && now - retained.checkedAt < FRESH_MS;
          return isFresh ? retained : undefined;
        });
        const retained =
          (yield* fresh) ??
          (yield* reading.withPermits(1)(
            Effect.flatMap(fresh, (entry) =>
              entry === undefined ? read(collectionId, identity) : Effect.succeed(entry),
            ),
          ));
        return retained.training;
      });

      return { current: (use) => Effect.mapError(current(use), (error) => toPluginError(use, error)) };
    }),
  );
}

/** Identity of the trained projection that a use needs, or undefined if its embedder learns nothing. */
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

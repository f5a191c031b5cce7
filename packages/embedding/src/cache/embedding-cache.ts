import { groupedWrites } from "@quarry/plugin/scheduling";
import type { EmbeddingCacheSection } from "@quarry/host";
import { type CachedVector, EmbeddingCacheRepository, type StoreError } from "@quarry/store";
import { Clock, Context, Effect, Layer, type Scope, Semaphore } from "effect";

export interface EmbeddingCacheShape {
  /** The vectors that are kept, by key. */
  readonly find: (keys: readonly string[]) => Effect.Effect<ReadonlyMap<string, Float32Array>>;
  /** Keeps vectors that were paid for; they are in the database when this ends. */
  readonly keep: (vectors: readonly CachedVector[]) => Effect.Effect<void>;
}

/** A hundred thousand vectors of 1536 numbers and as many of smaller ones; a few documents' worth of disk. */
const MAX_MEGABYTES = 1_024;
const BYTES_PER_MEGABYTE = 1_048_576;

/**
 * Share of the size limit down to which an eviction goes. It leaves room for later batches, so that not every batch has
 * to evict.
 */
const KEPT_SHARE = 0.95;
/** Entries removed in one transaction, so that other writers get their turn. */
const EVICTED_AT_ONCE = 500;

/** Vectors of one transaction, for the same reason; a few batches of what providers are sent. */
const KEPT_AT_ONCE = 500;

const HOUR_MS = 3_600_000;

/** Vectors of documents, so that no text is paid for twice. What it can't do is logged and costs money, nothing else. */
export class EmbeddingCache extends Context.Service<EmbeddingCache, EmbeddingCacheShape>()(
  "@quarry/embedding/EmbeddingCache",
) {
  static readonly layer = ({ enabled = true, maxMegabytes = MAX_MEGABYTES }: EmbeddingCacheSection = {}): Layer.Layer<
    EmbeddingCache,
    never,
    EmbeddingCacheRepository
  > =>
    enabled ? Layer.effect(EmbeddingCache, makeCache(maxMegabytes * BYTES_PER_MEGABYTE)) : EmbeddingCache.layerNone;

  /** Keeps nothing. */
  static readonly layerNone: Layer.Layer<EmbeddingCache> = Layer.succeed(EmbeddingCache, {
    find: () => Effect.succeed(new Map<string, Float32Array>()),
    keep: () => Effect.void,
  });
}

const makeCache = (
  maxBytes: number,
): Effect.Effect<EmbeddingCacheShape, never, EmbeddingCacheRepository | Scope.Scope> =>
  Effect.gen(function* () {
    const repository = yield* EmbeddingCacheRepository;
    const scope = yield* Effect.scope;
    const evicting = yield* Semaphore.make(1);

    const hour = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / HOUR_MS));

    const makeRoom = Effect.gen(function* () {
      let { bytes } = yield* repository.size;
      if (bytes <= maxBytes) return;
      while (bytes > maxBytes * KEPT_SHARE) {
        const left = yield* repository.evict(EVICTED_AT_ONCE);
        if (left.bytes >= bytes) return;
        bytes = left.bytes;
      }
    });

    /** Evicts in the background; one eviction at a time makes room for all. */
    const makeRoomBeside = evicting.withPermitsIfAvailable(1)(quietly(makeRoom, "making room"));

    const find = Effect.fnUntraced(function* (keys: readonly string[]) {
      if (keys.length === 0) return new Map<string, Float32Array>();
      const now = yield* hour;
      const { vectors, stale } = yield* repository.read(keys, now);
      if (stale.length > 0) yield* Effect.forkIn(quietly(repository.touch(stale, now), "noting a use"), scope);
      return vectors;
    });

    const keep = Effect.fnUntraced(function* (vectors: readonly CachedVector[]) {
      const { bytes } = yield* repository.put(vectors, yield* hour);
      if (bytes > maxBytes) yield* Effect.forkIn(makeRoomBeside, scope);
    });

    return {
      find: (keys) =>
        Effect.catchCause(find(keys), (cause) =>
          Effect.as(
            Effect.logWarning("the embedding cache could not be read; the texts are embedded again", cause),
            new Map<string, Float32Array>(),
          ),
        ),
      keep: groupedWrites((vectors) => quietly(keep(vectors), "keeping vectors"), KEPT_AT_ONCE),
    };
  });

const quietly = (work: Effect.Effect<void, StoreError>, what: string): Effect.Effect<void> =>
  Effect.catchCause(work, (cause) => Effect.logWarning(`the embedding cache failed at ${what}`, cause));

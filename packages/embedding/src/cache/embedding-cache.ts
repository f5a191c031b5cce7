import { groupedWrites } from "@quarry/plugin/scheduling";
import type { EmbeddingCacheSection } from "@quarry/host";
import { type CachedVector, EmbeddingCacheRepository, type StoreError } from "@quarry/store";
import { Clock, Context, Effect, Layer, type Scope, Semaphore } from "effect";

export interface EmbeddingCacheShape {
  /** Returns the cached vectors, by key. */
  readonly find: (keys: readonly string[]) => Effect.Effect<ReadonlyMap<string, Float32Array>>;
  /** Caches vectors that were paid for. They are in the database when this completes. */
  readonly keep: (vectors: readonly CachedVector[]) => Effect.Effect<void>;
}

/** Size limit: a hundred thousand vectors of 1536 numbers and as many smaller ones; as much disk as a few documents. */
const MAX_MEGABYTES = 1_024;
const BYTES_PER_MEGABYTE = 1_048_576;

/**
 * Share of the size limit to which an eviction shrinks the cache. It leaves room for later batches: not every batch has
 * to evict.
 */
const EVICTION_TARGET_SHARE = 0.95;
/** Maximum entries removed in one transaction, to let other writers proceed. */
const EVICTED_AT_ONCE = 500;

/** Maximum vectors in one transaction, for the same reason. It equals a few provider batches. */
const WRITES_AT_ONCE = 500;

const HOUR_MS = 3_600_000;

/**
 * Cache of document vectors, which avoids paying for a text twice. A failure of the cache is logged and costs money,
 * nothing else.
 */
export class EmbeddingCache extends Context.Service<EmbeddingCache, EmbeddingCacheShape>()(
  "@quarry/embedding/EmbeddingCache",
) {
  static readonly layer = ({ enabled = true, maxMegabytes = MAX_MEGABYTES }: EmbeddingCacheSection = {}): Layer.Layer<
    EmbeddingCache,
    never,
    EmbeddingCacheRepository
  > =>
    enabled ? Layer.effect(EmbeddingCache, makeCache(maxMegabytes * BYTES_PER_MEGABYTE)) : EmbeddingCache.layerNone;

  /** Layer of a cache that stores nothing. */
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

    const evictToTarget = Effect.gen(function* () {
      let { bytes } = yield* repository.size;
      if (bytes <= maxBytes) return;
      while (bytes > maxBytes * EVICTION_TARGET_SHARE) {
        const remaining = yield* repository.evict(EVICTED_AT_ONCE);
        if (remaining.bytes >= bytes) return;
        bytes = remaining.bytes;
      }
    });

    /** Evicts in the background. A single concurrent eviction makes room for all writers. */
    const evictInBackground = evicting.withPermitsIfAvailable(1)(quietly(evictToTarget, "freeing space"));

    const find = Effect.fnUntraced(function* (keys: readonly string[]) {
      if (keys.length === 0) return new Map<string, Float32Array>();
      const now = yield* hour;
      const { vectors, stale } = yield* repository.read(keys, now);
      if (stale.length > 0) yield* Effect.forkIn(quietly(repository.touch(stale, now), "recording use"), scope);
      return vectors;
    });

    const keep = Effect.fnUntraced(function* (vectors: readonly CachedVector[]) {
      const { bytes } = yield* repository.put(vectors, yield* hour);
      if (bytes > maxBytes) yield* Effect.forkIn(evictInBackground, scope);
    });

    return {
      find: (keys) =>
        Effect.catchCause(find(keys), (cause) =>
          Effect.as(
            Effect.logWarning("the embedding cache could not be read; the texts are embedded again", cause),
            new Map<string, Float32Array>(),
          ),
        ),
      keep: groupedWrites((vectors) => quietly(keep(vectors), "storing vectors"), WRITES_AT_ONCE),
    };
  });

const quietly = (work: Effect.Effect<void, StoreError>, operation: string): Effect.Effect<void> =>
  Effect.catchCause(work, (cause) => Effect.logWarning(`the embedding cache failed at ${operation}`, cause));

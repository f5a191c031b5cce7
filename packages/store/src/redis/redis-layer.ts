import { Effect, Layer } from "effect";
import { Redis, type RedisOptions } from "./redis.ts";
import type { RedisError } from "./redis-error.ts";

/**
 * Connects, and reconnects whenever the connection is lost; closes with the scope. Fails only if the address can't be
 * parsed: a server that is unavailable at the start is handled like one that becomes unavailable later.
 */
export const redisLayer = (options: RedisOptions): Layer.Layer<Redis, RedisError> =>
  Layer.effect(
    Redis,
    // Imported here, so that a service without Redis does not load its client into memory.
    Effect.flatMap(
      Effect.promise(() => import("./open-redis.ts")),
      ({ openRedis }) => openRedis(options),
    ),
  );

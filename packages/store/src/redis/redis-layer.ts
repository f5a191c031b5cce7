import { Effect, Layer } from "effect";
import { Redis, type RedisOptions } from "./redis.ts";
import type { RedisError } from "./redis-error.ts";

/**
 * Connects, and connects again whenever the connection is lost; closes with the scope. Fails only when the address
 * can't be understood: a server that is away at the start is as one that goes away later.
 */
export const redisLayer = (options: RedisOptions): Layer.Layer<Redis, RedisError> =>
  Layer.effect(
    Redis,
    // Loaded here, so that a service without Redis doesn't hold its client in memory.
    Effect.flatMap(
      Effect.promise(() => import("./open-redis.ts")),
      ({ openRedis }) => openRedis(options),
    ),
  );

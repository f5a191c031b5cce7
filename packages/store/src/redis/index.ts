// The connection to Redis that the processes of a cluster share.
export type { RedisClient } from "./redis-client.ts";
export { RedisError } from "./redis-error.ts";
export { redisLayer } from "./redis-layer.ts";
export { Redis, type RedisService } from "./redis.ts";
// Symbols above are for services; the one below is for other clients of the same server.

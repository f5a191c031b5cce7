// Redis connection shared by the processes of a cluster.
export type { RedisClient } from "./redis-client.ts";
export { RedisError } from "./redis-error.ts";
export { redisLayer } from "./redis-layer.ts";
export { Redis, type RedisService } from "./redis.ts";
// Symbols above are for services. The one below is for other clients of the same server.

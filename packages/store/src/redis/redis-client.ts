import { Redis as IoRedis } from "ioredis";
import type { RedisAddress } from "./redis-address.ts";

export type RedisClient = IoRedis;

/** Timeout: an available server responds in milliseconds, and one that hangs must not block a request or a worker. */
const COMMAND_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time without data, while a command waits for it, after which the connection is closed and reopened. */
const SOCKET_TIMEOUT_MS = 7_000;
const KEEP_ALIVE_MS = 10_000;
const INITIAL_RECONNECT_MS = 50;
/** Longest backoff: a repaired Redis must be used again soon. */
const MAX_RECONNECT_MS = 2_000;

export interface ClientOptions {
  /** For blocking commands: they have no timeout. Default false. */
  readonly isBlocking?: boolean;
}

/**
 * Creates a client that reconnects forever and never queues: a command that can't be sent fails at once, and one whose
 * connection breaks fails then, whether or not it was executed.
 */
export const makeClient = (address: RedisAddress, { isBlocking = false }: ClientOptions = {}): RedisClient =>
  new IoRedis({
    ...address,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // `RedisSubscriptions` restores subscriptions, including those that were never acknowledged.
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    ...(!isBlocking && { commandTimeout: COMMAND_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (times) => jittered(Math.min(INITIAL_RECONNECT_MS * 2 ** Math.min(times, 10), MAX_RECONNECT_MS)),
    // After a failover the old primary still exists as a replica. Reconnecting finds the new one.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });

/** Jitter between one half and the whole: processes that lost Redis together must not reconnect together. */
const jittered = (milliseconds: number): number => Math.ceil(milliseconds * (0.5 + Math.random() / 2));

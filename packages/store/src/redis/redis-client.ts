import { Redis as IoRedis } from "ioredis";
import type { RedisAddress } from "./redis-address.ts";

export type RedisClient = IoRedis;

/** A server that is there answers in milliseconds; one that hangs must not hold a request or a worker. */
const COMMAND_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without data for so long, with a command waiting for it, the connection is given up and opened again. */
const SOCKET_TIMEOUT_MS = 7_000;
const KEEP_ALIVE_MS = 10_000;
const FIRST_RECONNECT_MS = 50;
/** Someone who repairs Redis should see it in use soon after. */
const LONGEST_RECONNECT_MS = 2_000;

export interface ClientOptions {
  /** For commands that wait for something: they may take as long as they like. Default false. */
  readonly isBlocking?: boolean;
}

/**
 * A connection that is made again for ever and never queues: a command that can't be sent now fails now, and one whose
 * connection breaks fails then, whether or not it was carried out.
 */
export const makeClient = (address: RedisAddress, { isBlocking = false }: ClientOptions = {}): RedisClient =>
  new IoRedis({
    ...address,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // Subscriptions are ours to restore, those that were never acknowledged as well.
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    ...(!isBlocking && { commandTimeout: COMMAND_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (times) => jittered(Math.min(FIRST_RECONNECT_MS * 2 ** Math.min(times, 10), LONGEST_RECONNECT_MS)),
    // After a failover the old primary is still there, as a replica: connect again, which finds the new one.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });

/** A half to the whole: processes that lost Redis together don't return together. */
const jittered = (milliseconds: number): number => Math.ceil(milliseconds * (0.5 + Math.random() / 2));

import { Context, type Effect, type Redacted, type Scope } from "effect";
import type { RedisClient } from "./redis-client.ts";
import type { RedisError } from "./redis-error.ts";
import type { MessageListener } from "./redis-subscriptions.ts";

export interface RedisOptions {
  /** `redis://[user[:password]@]host[:port][/database]`, or `rediss://…` for TLS. */
  readonly url: Redacted.Redacted<string>;
  /** Prefix of all keys and channels, so that installations can share a server. Default "quarry". */
  readonly keyPrefix?: string;
}

/** Redis server shared by all processes of an installation. Correctness must not depend on its contents. */
export interface RedisService {
  /**
   * Sends commands over the shared connection. Fails at once if there is none, and after 5 s without a response. Use
   * `connect` for blocking commands, which would block all others here.
   */
  readonly run: <A>(use: (client: RedisClient) => Promise<A>) => Effect.Effect<A, RedisError>;
  /** Builds the name of a key or a channel: the installation's prefix and the parts, separated by colons. */
  readonly key: (...parts: readonly string[]) => string;
  /** Whether there is a connection. */
  readonly isReady: () => boolean;
  /** Calls `listener` on each reconnect. Returns a function that removes it. */
  readonly onReady: (listener: () => void) => () => void;
  /**
   * Calls `listener` with every message on the channel (a name from `key`) once there is a connection for it. Messages
   * published while there is none are missed. Returns a function that removes the listener, which must not throw.
   */
  readonly subscribe: (channel: string, listener: MessageListener) => () => void;
  /** Opens another connection to the same server, for blocking commands. It has no timeout and ends with the scope. */
  readonly connect: Effect.Effect<RedisClient, never, Scope.Scope>;
  /** Succeeds if Redis responds within 2 s. For readiness checks. */
  readonly ping: Effect.Effect<void, RedisError>;
}

export class Redis extends Context.Service<Redis, RedisService>()("@quarry/store/Redis") {}

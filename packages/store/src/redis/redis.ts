import { Context, type Effect, type Redacted, type Scope } from "effect";
import type { RedisClient } from "./redis-client.ts";
import type { RedisError } from "./redis-error.ts";
import type { MessageListener } from "./redis-subscriptions.ts";

export interface RedisOptions {
  /** `redis://[user[:password]@]host[:port][/database]`, or `rediss://…` for TLS. */
  readonly url: Redacted.Redacted<string>;
  /** Begins every key and channel, so that installations can share a server. Default "quarry". */
  readonly keyPrefix?: string;
}

/** One Redis server, shared by all processes of an installation. Nothing may rest on what it keeps. */
export interface RedisService {
  /**
   * Sends commands over the shared connection. Fails at once while there is none, and after 5 s without an answer.
   * Blocking commands would hold up everyone else's: use `connect`.
   */
  readonly run: <A>(use: (client: RedisClient) => Promise<A>) => Effect.Effect<A, RedisError>;
  /** The name of a key or a channel: the parts with the installation's prefix, between colons. */
  readonly key: (...parts: readonly string[]) => string;
  /** Whether there is a connection now. */
  readonly isReady: () => boolean;
  /** Calls `listener` each time there is a connection again. Returns how to stop that. */
  readonly onReady: (listener: () => void) => () => void;
  /**
   * Calls `listener` with every message on the channel (a name of `key`), as soon as there is a connection for it:
   * what is published while there is none is missed. Returns how to stop. The listener must not throw.
   */
  readonly subscribe: (channel: string, listener: MessageListener) => () => void;
  /** Another connection to the same server, for commands that block; they have no time limit. Ends with the scope. */
  readonly connect: Effect.Effect<RedisClient, never, Scope.Scope>;
  /** Succeeds when Redis answers within 2 s; for readiness. */
  readonly ping: Effect.Effect<void, RedisError>;
}

export class Redis extends Context.Service<Redis, RedisService>()("@quarry/store/Redis") {}

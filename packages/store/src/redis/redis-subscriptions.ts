import type { RedisClient } from "./redis-client.ts";

export type MessageListener = (message: string) => void;

/** Ping interval: a connection that only listens would not notice that the peer is gone. */
const PING_INTERVAL_MS = 5_000;

/** Channels that this process listens to, over a separate connection. Resubscribes after every reconnect. */
export class RedisSubscriptions {
  readonly #client: RedisClient;
  readonly #listeners = new Map<string, Set<MessageListener>>();
  readonly #pingTimer: NodeJS.Timeout;

  constructor(client: RedisClient) {
    this.#client = client;
    client.on("ready", () => this.#subscribe([...this.#listeners.keys()]));
    client.on("message", (channel: string, message: string) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(message);
    });
    this.#pingTimer = setInterval(() => {
      if (client.status === "ready") client.ping().catch(() => client.disconnect(true));
    }, PING_INTERVAL_MS).unref();
  }

  /**
   * Returns a function that removes the listener. Messages arrive once the server has the subscription, and not while
   * it is unavailable.
   */
  add(channel: string, listener: MessageListener): () => void {
    const channelListeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, channelListeners.add(listener));
    if (channelListeners.size === 1 && this.#client.status === "ready") this.#subscribe([channel]);
    return () => {
      channelListeners.delete(listener);
      if (channelListeners.size > 0 || this.#listeners.get(channel) !== channelListeners) return;
      this.#listeners.delete(channel);
      if (this.#client.status === "ready") this.#client.unsubscribe(channel).catch(() => {});
    };
  }

  close(): void {
    clearInterval(this.#pingTimer);
    this.#client.disconnect();
  }

  #subscribe(channels: readonly string[]): void {
    // A connection that can't subscribe is useless. The next one tries again.
    if (channels.length > 0) this.#client.subscribe(...channels).catch(() => this.#client.disconnect(true));
  }
}

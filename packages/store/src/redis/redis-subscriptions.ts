import type { RedisClient } from "./redis-client.ts";

export type MessageListener = (message: string) => void;

/** A connection that only listens would not notice that the other side is gone. */
const BEAT_MS = 5_000;

/** The channels that this process listens to, over a connection of their own; subscribed again whenever it is back. */
export class RedisSubscriptions {
  readonly #client: RedisClient;
  readonly #listeners = new Map<string, Set<MessageListener>>();
  readonly #beat: NodeJS.Timeout;

  constructor(client: RedisClient) {
    this.#client = client;
    client.on("ready", () => this.#subscribe([...this.#listeners.keys()]));
    client.on("message", (channel: string, message: string) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(message);
    });
    this.#beat = setInterval(() => {
      if (client.status === "ready") client.ping().catch(() => client.disconnect(true));
    }, BEAT_MS).unref();
  }

  /** Returns how to stop. Messages are heard once the server has the subscription, and not while it is away. */
  add(channel: string, listener: MessageListener): () => void {
    const own = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, own.add(listener));
    if (own.size === 1 && this.#client.status === "ready") this.#subscribe([channel]);
    return () => {
      own.delete(listener);
      if (own.size > 0 || this.#listeners.get(channel) !== own) return;
      this.#listeners.delete(channel);
      if (this.#client.status === "ready") this.#client.unsubscribe(channel).catch(() => {});
    };
  }

  close(): void {
    clearInterval(this.#beat);
    this.#client.disconnect();
  }

  #subscribe(channels: readonly string[]): void {
    // A connection that can't subscribe is no use; the next one tries again.
    if (channels.length > 0) this.#client.subscribe(...channels).catch(() => this.#client.disconnect(true));
  }
}

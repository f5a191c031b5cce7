import { randomUUID } from "node:crypto";
import type { RedisService } from "@quarry/store/redis";
import { Effect, type Scope } from "effect";
import type { JobEvent } from "../job-queue.ts";

/** Messages between processes. `released`: a release queued jobs that have no tickets. */
export type JobMessage = JobEvent | { readonly type: "released" };

/** Sends a message to the other processes. Messages sent while Redis is unavailable are lost. */
export type PublishJobMessage = (message: JobMessage) => Effect.Effect<void>;

/** Receives the messages of the other processes, and returns the function that sends to them. */
export const openJobChannel = Effect.fnUntraced(function* (
  redis: RedisService,
  channel: string,
  onMessage: (message: JobMessage) => void,
): Effect.fn.Return<PublishJobMessage, never, Scope.Scope> {
  const processId = randomUUID();
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      redis.subscribe(channel, (text) => {
        const received = parse(text);
        if (received !== undefined && received.from !== processId) onMessage(received.message);
      }),
    ),
    (stop) => Effect.sync(stop),
  );
  return (message) =>
    Effect.ignore(redis.run((client) => client.publish(channel, JSON.stringify({ from: processId, message }))));
});

/** Returns undefined for messages of other versions that this one doesn't know. */
const parse = (text: string): { readonly from: string; readonly message: JobMessage } | undefined => {
  try {
    const { from, message } = JSON.parse(text) as { from: string; message: JobMessage };
    return TYPES.has(message.type) ? { from, message } : undefined;
  } catch {
    return undefined;
  }
};

const TYPES: ReadonlySet<string> = new Set<JobMessage["type"]>(["enqueued", "cancelled", "recheck", "released"]);

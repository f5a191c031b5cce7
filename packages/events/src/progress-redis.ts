import { randomUUID } from "node:crypto";
import { Redis, type RedisService } from "@quarry/store/redis";
import { Effect, Layer, type Scope } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";
import { ProgressHub, type ProgressHubShape } from "./progress-hub.ts";
import { ProgressListeners, type ProgressSubject } from "./progress-listeners.ts";

/** Longest time that one step can take. After it, a new subscriber sees the document as waiting. */
const LAST_STEP_TTL_SECONDS = 6 * 3_600;
/** Longest wait of a new subscriber for Redis: without Redis it gets an answer at once. */
const LAST_STEP_TIMEOUT_MS = 500;

interface Message {
  readonly from: string;
  readonly document: ProgressSubject;
  readonly event: ProgressEvent;
}

/**
 * Uses one channel for all documents, subscribed to from the start: a new listener does not wait for a subscription and
 * misses nothing because of it. Each step is published in one transaction with the stored last step, so a reader of the
 * last step has missed no step before it. Failures are ignored: later steps and the record carry the same information.
 */
const makeRedisProgressHub = Effect.fnUntraced(function* (
  redis: RedisService,
): Effect.fn.Return<ProgressHubShape, never, Scope.Scope> {
  const processId = randomUUID();
  const channel = redis.key("progress");
  const lastStepKey = (documentId: string): string => redis.key("progress", documentId);
  const listeners = new ProgressListeners();
  /** Last steps of documents that this process works on, used if Redis is unavailable. */
  const localLastSteps = new Map<string, ProgressEvent>();
  const fork = Effect.runForkWith(yield* Effect.context<never>());

  const onMessage = (text: string): void => {
    const message = parse<Message>(text);
    // Processes of an older version send no `document`. Their steps are missed, which the hub permits.
    if (message?.document === undefined || message.from === processId) return;
    localLastSteps.delete(message.document.id);
    listeners.notify(message.document, message.event);
  };
  yield* Effect.acquireRelease(
    Effect.sync(() => redis.subscribe(channel, onMessage)),
    (stop) => Effect.sync(stop),
  );

  const send = ({ id, collectionId }: ProgressSubject, event: ProgressEvent) =>
    redis.run((client) => {
      const message: Message = { from: processId, document: { id, collectionId }, event };
      const transaction = client.multi();
      if (isFinal(event)) transaction.del(lastStepKey(id));
      else transaction.set(lastStepKey(id), JSON.stringify(event), "EX", LAST_STEP_TTL_SECONDS);
      return transaction.publish(channel, JSON.stringify(message)).exec();
    });

  return {
    publish: (document, event) =>
      Effect.sync(() => {
        if (isFinal(event)) localLastSteps.delete(document.id);
        else localLastSteps.set(document.id, event);
        listeners.notify(document, event);
        // Not awaited: processing goes on. The order is preserved, because one connection carries all steps.
        if (redis.isReady()) fork(Effect.ignore(send(document, event)));
      }),
    last: (documentId) =>
      redis
        .run((client) => client.get(lastStepKey(documentId)))
        .pipe(
          Effect.timeout(LAST_STEP_TIMEOUT_MS),
          Effect.catch(() => Effect.succeed(null)),
          Effect.map(
            (text) => (text === null ? undefined : parse<ProgressEvent>(text)) ?? localLastSteps.get(documentId),
          ),
        ),
    listen: (documentId, listener) => listeners.add(documentId, listener),
    listenToCollection: (collectionId, listener) => listeners.addToCollection(collectionId, listener),
  };
});

/** Returns undefined for messages of other origin. */
const parse = <A>(text: string): A | undefined => {
  try {
    return JSON.parse(text) as A;
  } catch {
    return undefined;
  }
};

/** Progress hub for all processes that share a Redis. While Redis is unavailable, for this process only. */
export const redisProgressHub: Layer.Layer<ProgressHub, never, Redis> = Layer.effect(
  ProgressHub,
  Effect.flatMap(Redis, makeRedisProgressHub),
);

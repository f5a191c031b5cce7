import { randomUUID } from "node:crypto";
import { Redis, type RedisService } from "@quarry/store/redis";
import { Effect, Layer, type Scope } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";
import { ProgressHub, type ProgressHubShape } from "./progress-hub.ts";
import { ProgressListeners, type ProgressSubject } from "./progress-listeners.ts";

/** Longest time that one step may take; after it a new subscriber gets the document as waiting. */
const LAST_STEP_KEPT_SECONDS = 6 * 3_600;
/** A watcher is not kept waiting for what may be told at once without Redis. */
const LAST_TIMEOUT_MS = 500;

interface Message {
  readonly from: string;
  readonly document: ProgressSubject;
  readonly event: ProgressEvent;
}

/**
 * One channel for all documents, listened to from the start: nobody who comes to watch has to wait until Redis knows,
 * and misses nothing by it. A step goes out in one transaction with the last step that is kept, so that whoever reads
 * that one has not missed any before it. What fails is left: the steps that follow and the record tell the same.
 */
const makeRedisProgressHub = Effect.fnUntraced(function* (
  redis: RedisService,
): Effect.fn.Return<ProgressHubShape, never, Scope.Scope> {
  const self = randomUUID();
  const channel = redis.key("progress");
  const lastKey = (documentId: string): string => redis.key("progress", documentId);
  const listeners = new ProgressListeners();
  /** Of documents that this process works on, for when Redis can't tell. */
  const ownLast = new Map<string, ProgressEvent>();
  const fork = Effect.runForkWith(yield* Effect.context<never>());

  const hear = (text: string): void => {
    const message = parse<Message>(text);
    // A process of an older version sends no `document`: its steps are missed, as steps may be.
    if (message?.document === undefined || message.from === self) return;
    ownLast.delete(message.document.id);
    listeners.notify(message.document, message.event);
  };
  yield* Effect.acquireRelease(
    Effect.sync(() => redis.subscribe(channel, hear)),
    (stop) => Effect.sync(stop),
  );

  const send = ({ id, collectionId }: ProgressSubject, event: ProgressEvent) =>
    redis.run((client) => {
      const message: Message = { from: self, document: { id, collectionId }, event };
      const both = client.multi();
      if (isFinal(event)) both.del(lastKey(id));
      else both.set(lastKey(id), JSON.stringify(event), "EX", LAST_STEP_KEPT_SECONDS);
      return both.publish(channel, JSON.stringify(message)).exec();
    });

  return {
    publish: (document, event) =>
      Effect.sync(() => {
        if (isFinal(event)) ownLast.delete(document.id);
        else ownLast.set(document.id, event);
        listeners.notify(document, event);
        // Not waited for: the document goes on. The order holds, since one connection carries them all.
        if (redis.isReady()) fork(Effect.ignore(send(document, event)));
      }),
    last: (documentId) =>
      redis
        .run((client) => client.get(lastKey(documentId)))
        .pipe(
          Effect.timeout(LAST_TIMEOUT_MS),
          Effect.catch(() => Effect.succeed(null)),
          Effect.map((text) => (text === null ? undefined : parse<ProgressEvent>(text)) ?? ownLast.get(documentId)),
        ),
    listen: (documentId, listener) => listeners.add(documentId, listener),
    listenToCollection: (collectionId, listener) => listeners.addToCollection(collectionId, listener),
  };
});

/** Undefined for what is not ours. */
const parse = <A>(text: string): A | undefined => {
  try {
    return JSON.parse(text) as A;
  } catch {
    return undefined;
  }
};

/** In all processes that share a Redis. While it is away, in this process only. */
export const redisProgressHub: Layer.Layer<ProgressHub, never, Redis> = Layer.effect(
  ProgressHub,
  Effect.flatMap(Redis, makeRedisProgressHub),
);

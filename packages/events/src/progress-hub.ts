import { Context, Effect, Layer, Queue, type Scope } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";

export interface ProgressHubShape {
  /** Tells every watcher of the document. Costs nothing when there is none. */
  publish(documentId: string, event: ProgressEvent): Effect.Effect<void>;
  /** The last step of a document that is being processed in this process. */
  last(documentId: string): Effect.Effect<ProgressEvent | undefined>;
  /**
   * Steps from now on. A watcher that does not keep up misses steps in between, never the last one. Ends with the
   * scope.
   */
  subscribe(documentId: string): Effect.Effect<Queue.Dequeue<ProgressEvent>, never, Scope.Scope>;
}

/** Steps a slow watcher may lag behind: a few, since only the newest ones say anything. */
const QUEUE_SIZE = 16;

/** Where the pipeline tells how far documents are and the progress streams listen. In this process only. */
export class ProgressHub extends Context.Service<ProgressHub, ProgressHubShape>()("@quarry/events/ProgressHub") {
  static readonly layer: Layer.Layer<ProgressHub> = Layer.sync(ProgressHub, () => {
    const lastEvents = new Map<string, ProgressEvent>();
    const watchers = new Map<string, Set<Queue.Queue<ProgressEvent>>>();

    const publish = (documentId: string, event: ProgressEvent) =>
      Effect.suspend(() => {
        // A finished document answers from its record; keeping its last step would keep one for every document.
        if (isFinal(event)) lastEvents.delete(documentId);
        else lastEvents.set(documentId, event);
        const queues = watchers.get(documentId);
        return queues === undefined
          ? Effect.void
          : Effect.forEach([...queues], (queue) => Queue.offer(queue, event), { discard: true });
      });

    const subscribe = (documentId: string) =>
      Effect.acquireRelease(
        Effect.tap(Queue.sliding<ProgressEvent>(QUEUE_SIZE), (queue) =>
          Effect.sync(() => {
            watchers.set(documentId, (watchers.get(documentId) ?? new Set()).add(queue));
          }),
        ),
        (queue) =>
          Effect.andThen(
            Effect.sync(() => {
              const queues = watchers.get(documentId);
              queues?.delete(queue);
              if (queues?.size === 0) watchers.delete(documentId);
            }),
            Queue.shutdown(queue),
          ),
      );

    return { publish, last: (documentId) => Effect.sync(() => lastEvents.get(documentId)), subscribe };
  });
}

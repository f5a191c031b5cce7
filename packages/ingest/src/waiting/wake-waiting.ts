import { WAITING_KINDS } from "@quarry/catalog";
import { Embeddings } from "@quarry/embedding";
import { JobQueue } from "@quarry/jobs";
import { Effect, Queue } from "effect";

/** Makes jobs that wait for a provider due as soon as it answers. Runs until interrupted. */
export const wakeWaiting = Effect.gen(function* () {
  const embeddings = yield* Embeddings;
  const jobs = yield* JobQueue;
  const recovered = yield* Queue.unbounded<string>();
  yield* Effect.acquireRelease(
    Effect.sync(() => embeddings.onRecovered((embedder) => void Queue.offerUnsafe(recovered, embedder))),
    (stop) => Effect.sync(stop),
  );
  // A job that can't be woken retries by itself, only later.
  const wake = (embedder: string) =>
    jobs
      .wake(WAITING_KINDS, embedder)
      .pipe(Effect.catch((error) => Effect.logWarning(`can't wake jobs that wait for ${embedder}`, error)));
  const wakeNext = Effect.flatMap(Queue.takeAll(recovered), (embedders) => Effect.forEach(new Set(embedders), wake));
  return yield* Effect.forever(wakeNext);
}).pipe(Effect.scoped);

import type { Transferable } from "node:worker_threads";
import { FairScheduler } from "@quarry/plugin/scheduling";
import type { Caller } from "../scheduling/caller.ts";
import type { Answers, ReadOperation } from "../passages/protocol.ts";
import { ReadDurations } from "./read-durations.ts";
import { WorkerClient } from "./worker-client.ts";

/** One thread for a caller with many reads, and one that stays available for others. Each thread has its own caches. */
const THREADS = 2;

/**
 * Expected duration in milliseconds up to which a read can also use the thread reserved for other callers: about as long
 * as it delays them. A selective query of a million passages takes 5 to 15 ms when both processors are busy.
 */
const SHORT_MS = 20;

const LIMITS = { concurrency: THREADS, concurrencyPerOwner: THREADS - 1, shortMs: SHORT_MS };

/** Context of a read: its caller and its cancellation. */
export interface ReadFor {
  readonly caller: Caller;
  /** Signal that is aborted when no caller waits for the result any more. */
  readonly signal: AbortSignal;
}

interface ReaderThread {
  readonly client: WorkerClient<ReadOperation>;
  isBusy: boolean;
  /** Owner of the last read. The thread still caches some of the data that the owner's next read needs. */
  lastOwner: string;
}

/**
 * Pool of threads that read passages. Each thread executes one read at a time. Waiting reads are queued here, in a fair
 * queue: in a thread's own queue a short query would wait for all longer ones before it.
 */
export class ReaderThreads {
  readonly #start: () => WorkerClient<ReadOperation>;
  readonly #scheduler: FairScheduler;
  readonly #durations = new ReadDurations();
  readonly #now: () => number;
  /** Threads are started on demand: usually one is enough. */
  readonly #threads: ReaderThread[] = [];

  constructor(url: URL, workerData: object, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#scheduler = new FairScheduler(LIMITS, now);
    this.#start = () => new WorkerClient(url, workerData);
    this.#add();
  }

  /** Runs a read. Rejects with a `PassageIndexError`, or with the signal's reason when no caller waits any more. */
  request<Kind extends ReadOperation["kind"]>(
    collectionId: string,
    operation: Extract<ReadOperation, { readonly kind: Kind }>,
    { caller, signal }: ReadFor,
    transfer: readonly Transferable[] = [],
  ): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        cancel();
        reject(signal.reason as Error);
      };
      let isWaiting = true;
      const cancel = this.#scheduler.schedule(
        caller,
        (end) => {
          isWaiting = false;
          signal.removeEventListener("abort", abort);
          const thread = this.#free(caller.owner);
          thread.isBusy = true;
          thread.lastOwner = caller.owner;
          const startedAt = this.#now();
          let isReleased = false;
          /** Releases the thread for another read: this one is answered, has failed, or waits for another thread. */
          const releaseThread = (isFailed: boolean): void => {
            if (isReleased) return;
            isReleased = true;
            if (!isFailed) this.#durations.record(collectionId, operation, this.#now() - startedAt);
            thread.isBusy = false;
            end();
          };
          const onWait = () => releaseThread(false);
          const answer = thread.client.request(collectionId, operation, { signal, transfer, onWait });
          void answer.then(
            (found) => {
              releaseThread(false);
              resolve(found);
            },
            (error: unknown) => {
              releaseThread(true);
              reject(error as Error);
            },
          );
        },
        this.#durations.estimate(collectionId, operation),
      );
      if (isWaiting) signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Closes a collection's file in every thread, after its current read. */
  async release(collectionId: string): Promise<void> {
    await Promise.all(this.#threads.map(({ client }) => client.request(collectionId, { kind: "release" })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ client }) => client.close()));
  }

  #free(owner: string): ReaderThread {
    const free = this.#threads.filter(({ isBusy }) => !isBusy);
    return free.find(({ lastOwner }) => lastOwner === owner) ?? free[0] ?? this.#add();
  }

  #add(): ReaderThread {
    const thread: ReaderThread = { client: this.#start(), isBusy: false, lastOwner: "" };
    this.#threads.push(thread);
    return thread;
  }
}

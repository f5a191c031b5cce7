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

/** Results of a reader thread by operation. */
export type TimedAnswers = {
  readonly [Kind in keyof Answers]: {
    readonly found: Answers[Kind];
    /** Time in which the thread read, in milliseconds: without that of waiting for another thread. */
    readonly readMs: number;
  };
};

type ReaderClient = WorkerClient<ReadOperation, TimedAnswers>;

interface ReaderThread {
  readonly client: ReaderClient;
  /** Number of reads that run or are the next to run. */
  running: number;
  /** Number of reads without an answer: those that run, and those that wait for another thread and will go on here. */
  unanswered: number;
  /** Owner of the last long read. */
  owner: string;
}

/**
 * Pool of threads that read passages. Each thread executes one read at a time. Waiting reads are queued here, in a fair
 * queue: in a thread's own queue a short query would wait for all longer ones before it.
 */
export class ReaderThreads {
  readonly #start: () => ReaderClient;
  readonly #scheduler = new FairScheduler(LIMITS);
  readonly #durations = new ReadDurations();
  /** Threads are started on demand: usually one is enough. */
  readonly #threads: ReaderThread[] = [];

  constructor(url: URL, workerData: object) {
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
      const expectedMs = this.#durations.estimate(collectionId, operation);
      const cancel = this.#scheduler.schedule(
        caller,
        (end) => {
          isWaiting = false;
          signal.removeEventListener("abort", abort);
          const isShort = expectedMs !== undefined && expectedMs <= SHORT_MS;
          const thread = isShort ? this.#free() : this.#threadOf(caller.owner);
          thread.running += 1;
          thread.unanswered += 1;
          let isReleased = false;
          /** Releases the thread for another read: this one is answered, has failed, or waits for another thread. */
          const release = (): void => {
            if (isReleased) return;
            isReleased = true;
            thread.running -= 1;
            end();
          };
          void thread.client
            .request(collectionId, operation, { signal, transfer, onWait: release })
            .finally(() => {
              thread.unanswered -= 1;
              release();
            })
            .then(({ found, readMs }) => {
              this.#durations.record(collectionId, operation, readMs);
              resolve(found);
            })
            .catch(reject);
        },
        expectedMs,
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

  /**
   * Returns the thread for a long read: that of the owner's long reads before it, which may still wait there for another
   * thread. So the long reads of one owner never go on in all threads.
   */
  #threadOf(owner: string): ReaderThread {
    const thread = this.#threads.find((each) => each.owner === owner) ?? this.#free();
    thread.owner = owner;
    return thread;
  }

  /** Returns a thread in which nothing runs, if possible one in which nothing will go on. */
  #free(): ReaderThread {
    const free = this.#threads.filter(({ running }) => running === 0);
    const [best] = free.toSorted((a, b) => a.unanswered - b.unanswered);
    const canAdd = this.#threads.length < THREADS;
    return best === undefined || (best.unanswered > 0 && canAdd) ? this.#add() : best;
  }

  #add(): ReaderThread {
    const thread: ReaderThread = { client: this.#start(), running: 0, unanswered: 0, owner: "" };
    this.#threads.push(thread);
    return thread;
  }
}

import type { Transferable } from "node:worker_threads";
import { FairScheduler } from "@quarry/plugin/scheduling";
import type { Caller } from "../scheduling/caller.ts";
import type { Answers, ReadOperation } from "../passages/protocol.ts";
import { ReadDurations } from "./read-durations.ts";
import { WorkerClient } from "./worker-client.ts";

/** One for a caller that reads much, and one that stays free of it. Each has memory of its own for what it has read. */
const THREADS = 2;

/**
 * A read that is expected to take no longer, in milliseconds, may use the thread that stays free of its caller: another one
 * waits for it no longer than for the slice of an answer that is written.
 */
const SHORT_MS = 10;

const LIMITS = { concurrency: THREADS, concurrencyPerOwner: THREADS - 1, shortMs: SHORT_MS };

/** For whom something is read. */
export interface ReadFor {
  readonly caller: Caller;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
}

interface ReaderThread {
  readonly client: WorkerClient<ReadOperation>;
  isBusy: boolean;
  /** Owner of the last read: the thread still caches some of what the owner's next read needs. */
  lastOwner: string;
}

/**
 * The threads that read passages. Each has one thing to do at a time, and what waits does so here, in a
 * fair queue: in a thread's own line a short question would stand behind all long ones.
 */
export class ReaderThreads {
  readonly #start: () => WorkerClient<ReadOperation>;
  readonly #scheduler: FairScheduler;
  readonly #durations = new ReadDurations();
  readonly #now: () => number;
  /** Started when they are needed: mostly one is enough. */
  readonly #threads: ReaderThread[] = [];

  constructor(url: URL, workerData: object, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#scheduler = new FairScheduler(LIMITS, now);
    this.#start = () => new WorkerClient(url, workerData);
    this.#add();
  }

  /** Rejects with a `PassageIndexError`; with the signal's reason when nobody waits any more. */
  request<Kind extends ReadOperation["kind"]>(
    collectionId: string,
    operation: Extract<ReadOperation, { readonly kind: Kind }>,
    { caller, signal }: ReadFor,
    transfer: readonly Transferable[] = [],
  ): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        withdraw();
        reject(signal.reason as Error);
      };
      let isWaiting = true;
      const withdraw = this.#scheduler.schedule(
        caller,
        (end) => {
          isWaiting = false;
          signal.removeEventListener("abort", leave);
          const thread = this.#free(caller.owner);
          thread.isBusy = true;
          thread.lastOwner = caller.owner;
          const startedAt = this.#now();
          let isLeft = false;
          /** The thread is free for another read: this one is answered, failed, or waits for another thread. */
          const leaveThread = (isFailed: boolean): void => {
            if (isLeft) return;
            isLeft = true;
            if (!isFailed) this.#durations.note(collectionId, operation, this.#now() - startedAt);
            thread.isBusy = false;
            end();
          };
          const onWait = () => leaveThread(false);
          const answer = thread.client.request(collectionId, operation, { signal, transfer, onWait });
          void answer.then(
            (found) => {
              leaveThread(false);
              resolve(found);
            },
            (error: unknown) => {
              leaveThread(true);
              reject(error as Error);
            },
          );
        },
        this.#durations.expected(collectionId, operation),
      );
      if (isWaiting) signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Every thread lets go of a collection's file, after what it does now. */
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

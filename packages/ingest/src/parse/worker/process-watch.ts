import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { workerModule } from "@quarry/plugin/workers/inside";
import { IDLE, LIMIT, STATE, WATCHING } from "./watch-state.ts";

const BYTES_PER_MEGABYTE = 1_048_576;

/** Minimum that a thread needs: the watching thread stores nothing. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

export interface ProcessWatchOptions {
  /** Memory allowed for documents, beyond the code that parses them. */
  readonly allowedMegabytes: number;
  /** Id of the parent process, without which this one has no work. */
  readonly parent: number;
}

/**
 * Ends this process if it uses too much memory of any kind, or if its parent has ended. Uses a thread of its own,
 * because a parser can block the main thread for minutes.
 */
export class ProcessWatch {
  readonly #shared: Int32Array;
  readonly #allowedMegabytes: number;
  #baseMegabytes = 0;

  private constructor(shared: Int32Array, allowedMegabytes: number) {
    this.#shared = shared;
    this.#allowedMegabytes = allowedMegabytes;
  }

  static async start({ allowedMegabytes, parent }: ProcessWatchOptions): Promise<ProcessWatch> {
    const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    const thread = new Worker(workerModule(import.meta.url, "./watch-thread"), {
      workerData: { shared, parent },
      resourceLimits: RESOURCE_LIMITS,
    });
    await once(thread, "message");
    thread.unref();
    return new ProcessWatch(shared, allowedMegabytes);
  }

  /** Sets the baseline: the process's current memory is not counted against documents. */
  setBaseline(): void {
    this.#baseMegabytes = residentMegabytes();
    this.#limit();
  }

  /** Loads a parser. Memory that stays allocated afterwards is not counted against documents. */
  async whileLoading<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
    const before = residentMegabytes();
    const loaded = await load();
    this.#baseMegabytes += Math.max(0, residentMegabytes() - before);
    this.#limit();
    return loaded;
  }

  begin(): void {
    Atomics.store(this.#shared, STATE, WATCHING);
    Atomics.notify(this.#shared, STATE);
  }

  /** Returns false if so much memory remains in use that the next document should start in a new process. */
  end(): boolean {
    Atomics.store(this.#shared, STATE, IDLE);
    Atomics.notify(this.#shared, STATE);
    return residentMegabytes() - this.#baseMegabytes < this.#allowedMegabytes / 2;
  }

  #limit(): void {
    Atomics.store(this.#shared, LIMIT, this.#baseMegabytes + this.#allowedMegabytes);
  }
}

const residentMegabytes = (): number => Math.ceil(process.memoryUsage.rss() / BYTES_PER_MEGABYTE);

import type { RebuildOperation } from "../passages/protocol.ts";
import { WorkerClient } from "./worker-client.ts";

/**
 * Rebuilds the postings of collections and verifies whole files in a separate thread. This takes seconds per 100,000
 * passages, and requests to other collections must not wait. Tasks run one after another, so one core is enough.
 */
export class Rebuilds {
  readonly #url: URL;
  readonly #directory: string;
  #last: Promise<void> = Promise.resolve();
  #client: WorkerClient<RebuildOperation> | undefined;
  #isClosed = false;

  constructor(url: URL, directory: string) {
    this.#url = url;
    this.#directory = directory;
  }

  /** Rebuilds the postings for this build. No one else can write to the collection meanwhile. */
  rebuild(collectionId: string): Promise<void> {
    return this.#next(collectionId, "rebuild");
  }

  /** Rejects if any data in the collection's file is not what was written. */
  verify(collectionId: string): Promise<void> {
    return this.#next(collectionId, "verify");
  }

  #next(collectionId: string, kind: RebuildOperation["kind"]): Promise<void> {
    const done = this.#last.then(() => this.#run(collectionId, kind));
    this.#last = done.catch(() => {});
    return done;
  }

  /** Aborts the running task. A rebuild continues at its last commit when the collection is next opened. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.terminate();
    await this.#last;
  }

  async #run(collectionId: string, kind: RebuildOperation["kind"]): Promise<void> {
    this.#client = new WorkerClient(this.#url, { directory: this.#directory });
    try {
      // A closed client rejects requests.
      if (this.#isClosed) await this.#client.terminate();
      await this.#client.request(collectionId, { kind });
    } finally {
      await this.#client.close();
      this.#client = undefined;
    }
  }
}

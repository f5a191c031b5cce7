import type { RebuildOperation } from "../passages/protocol.ts";
import { WorkerClient } from "./worker-client.ts";

/**
 * Makes the postings of collections again, and verifies whole files, in a thread that is started for it: it takes seconds for each 100,000
 * passages, and what other collections are asked for must not wait. One after the other, so that one core is enough.
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

  /** Resolves when the collection's postings are of this build. Nobody else may write to it meanwhile. */
  rebuild(collectionId: string): Promise<void> {
    return this.#next(collectionId, "rebuild");
  }

  /** Rejects when something in the collection's file isn't what was written. */
  verify(collectionId: string): Promise<void> {
    return this.#next(collectionId, "verify");
  }

  #next(collectionId: string, kind: RebuildOperation["kind"]): Promise<void> {
    const done = this.#last.then(() => this.#run(collectionId, kind));
    this.#last = done.catch(() => {});
    return done;
  }

  /** Gives up what is being done: it is a transaction, and begins again when the collection is opened the next time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.terminate();
    await this.#last;
  }

  async #run(collectionId: string, kind: RebuildOperation["kind"]): Promise<void> {
    this.#client = new WorkerClient(this.#url, { directory: this.#directory });
    try {
      // A closed client refuses.
      if (this.#isClosed) await this.#client.terminate();
      await this.#client.request(collectionId, { kind });
    } finally {
      await this.#client.close();
      this.#client = undefined;
    }
  }
}

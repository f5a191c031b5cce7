import type { ExternalTermIndex } from "../external-terms/external-term-index.ts";
import { BackgroundWork } from "./background-work.ts";
import { readForgotten, removeForgotten } from "./drop-collection.ts";
import type { IndexDatabase } from "./index-database.ts";

const SWEEP_MS = 60_000;

export interface ForgottenCollectionsOptions {
  readonly database: IndexDatabase;
  readonly terms: ExternalTermIndex;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error: unknown) => void;
}

/**
 * Removes the remaining data of dropped collections whose process died during the removal or could not reach the store
 * of their terms.
 */
export class ForgottenCollections {
  readonly #options: ForgottenCollectionsOptions;
  readonly #work: BackgroundWork;

  constructor(options: ForgottenCollectionsOptions) {
    this.#options = options;
    this.#work = new BackgroundWork(options.warn, { everyMs: SWEEP_MS, work: () => this.#sweep() });
  }

  async #sweep(): Promise<void> {
    const { database, terms } = this.#options;
    for (const collection of await readForgotten(database)) await removeForgotten(database, terms, collection);
  }

  close(): Promise<void> {
    return this.#work.close();
  }
}

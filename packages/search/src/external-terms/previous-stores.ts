import type { IndexDatabase } from "../database/index-database.ts";
import { claimPrevious, forgetPrevious, readPrevious } from "./previous-terms.ts";
import { KeyPager } from "./key-pager.ts";
import type { ExternalTermStore } from "./external-term-store.ts";

export interface PreviousStoresOptions {
  readonly database: IndexDatabase;
  /** Name of the store that answers term searches. */
  readonly store: string;
  /** Returns a configured store by its name. */
  readonly storeOf: (name: string) => ExternalTermStore | undefined;
  readonly warn: (message: string, error?: unknown) => void;
  readonly isClosed: () => boolean;
}

/**
 * Removes terms from stores that answered before. Each collection is removed once the current store has all its terms.
 */
export class PreviousStores {
  readonly #options: PreviousStoresOptions;
  /** Stores that are not configured; each is reported once. */
  readonly #reported = new Set<string>();
  readonly #pager = new KeyPager();

  constructor(options: PreviousStoresOptions) {
    this.#options = options;
  }

  /** Processes one page of the recorded removals. */
  async tidy(): Promise<void> {
    const { database, store, storeOf, warn, isClosed } = this.#options;
    for (const each of await this.#pager.next((...page) => readPrevious(database, store, ...page))) {
      if (isClosed()) return;
      if (!each.mayGo) continue;
      const store = storeOf(each.place);
      if (store === undefined) {
        this.#reportUnknown(each.place);
      } else if (await claimPrevious(database, each)) {
        try {
          await store.drop(each.collection);
          await forgetPrevious(database, each);
        } catch (error) {
          warn(`terms of a collection remain for now in its previous store "${each.place}"`, error);
        }
      }
    }
  }

  #reportUnknown(name: string): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    this.#options.warn(
      `the store "${name}" still has terms of collections that it no longer serves, but is not a configured vector store with keyword search: add it to vectorStores so that they are removed, or remove them there`,
    );
  }
}

import { type DocumentGeneration, requireCollectionId } from "@quarry/index";

import type { ExternalTermIndex } from "../external-terms/external-term-index.ts";
import { BackgroundWork } from "./background-work.ts";
import { ensureCollection } from "./collection-state.ts";
import { forgetCollection, readForgotten, removeForgotten } from "./drop-collection.ts";
import type { IndexDatabase } from "./index-database.ts";
import { readChunks } from "./passage-queries.ts";
import { type WriteAnswer, WriteQueue, type WriteRequest } from "./write-queue.ts";

/** Passages whose terms are rewritten at a time. */
const REWRITTEN_AT_ONCE = 256;

/** Interval of the removal of forgotten collections. */
const SWEEP_MS = 60_000;

export interface DatabaseIndexOptions {
  readonly database: IndexDatabase;
  readonly terms: ExternalTermIndex;
  /** Name of the store for the terms of new collections. */
  readonly termStore: string;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Client of the texts in the database and of the index of their terms. */
export class DatabaseIndexClient {
  readonly database: IndexDatabase;
  readonly terms: ExternalTermIndex;
  readonly #termStore: string;
  readonly #sweeping: BackgroundWork;
  readonly #queues = new Map<string, WriteQueue>();

  constructor({ database, terms, termStore, warn }: DatabaseIndexOptions) {
    this.database = database;
    this.terms = terms;
    this.#termStore = termStore;
    this.#sweeping = new BackgroundWork(warn, { everyMs: SWEEP_MS, work: () => this.#sweep() });
  }

  async ensure(collectionId: string): Promise<void> {
    requireCollectionId(collectionId);
    await this.terms.ensure(await ensureCollection(this.database.run, collectionId, this.#termStore));
  }

  async drop(collectionId: string): Promise<void> {
    requireCollectionId(collectionId);
    const number = await forgetCollection(this.database, collectionId);
    if (number !== undefined) await removeForgotten(this.database, this.terms, number);
  }

  async write(collectionId: string, request: WriteRequest): Promise<WriteAnswer> {
    requireCollectionId(collectionId);
    let queue = this.#queues.get(collectionId);
    if (queue === undefined) {
      queue = new WriteQueue({ database: this.database, collectionId, terms: this.terms });
      this.#queues.set(collectionId, queue);
    }
    try {
      return await queue.write(request);
    } finally {
      if (queue.isIdle) this.#queues.delete(collectionId);
    }
  }

  /** Rewrites the terms of a run's passages with their current shared metadata. */
  async describeTerms(collectionId: string, run: DocumentGeneration): Promise<void> {
    let after: number | undefined;
    for (;;) {
      const { passages } = await readChunks(this.database.read, collectionId, run, { limit: REWRITTEN_AT_ONCE, after });
      const last = passages.at(-1);
      if (last === undefined) return;
      await this.write(collectionId, { kind: "rewrite", passages });
      after = last.chunkIndex;
    }
  }

  /** Waits for running work to finish. */
  async close(): Promise<void> {
    for (const queue of this.#queues.values()) await queue.idle();
    await this.#sweeping.close();
    await this.terms.close();
  }

  /**
   * Removes the remaining data of dropped collections whose process died during the removal or could not reach the
   * store of their terms.
   */
  async #sweep(): Promise<void> {
    for (const number of await readForgotten(this.database)) await removeForgotten(this.database, this.terms, number);
  }
}

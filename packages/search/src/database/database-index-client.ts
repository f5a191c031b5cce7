import { type DocumentGeneration, requireCollectionId } from "@quarry/index";
import type { DatabaseService } from "@quarry/store";

import type { ExternalTermIndex } from "../external-terms/external-term-index.ts";
import { ensureCollection } from "./collection-state.ts";
import { forgetCollection, removeForgotten } from "./drop-collection.ts";
import { ForgottenCollections } from "./forgotten-collections.ts";
import { IndexDatabase } from "./index-database.ts";
import { readChunks } from "./passage-queries.ts";
import { type WriteAnswer, WriteQueue, type WriteRequest } from "./write-queue.ts";

/** Passages whose terms are rewritten at a time. */
const REWRITTEN_AT_ONCE = 256;

export interface DatabaseIndexSettings {
  /** Name of the store for the terms of new collections. */
  readonly termStore: string;
  readonly terms: (database: IndexDatabase) => ExternalTermIndex;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Client of the texts in the database and of the index of their terms. */
export class DatabaseIndexClient {
  readonly database: IndexDatabase;
  readonly terms: ExternalTermIndex;
  readonly #wordsPlace: string;
  readonly #forgotten: ForgottenCollections;
  readonly #queues = new Map<string, WriteQueue>();

  constructor(service: DatabaseService, { termStore, terms, warn }: DatabaseIndexSettings) {
    this.database = new IndexDatabase(service);
    this.terms = terms(this.database);
    this.#wordsPlace = termStore;
    this.#forgotten = new ForgottenCollections({ database: this.database, terms: this.terms, warn });
  }

  async ensure(collectionId: string): Promise<void> {
    requireCollectionId(collectionId);
    await this.terms.ensure(await ensureCollection(this.database.run, collectionId, this.#wordsPlace));
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
    await this.#forgotten.close();
    await this.terms.close();
  }
}

import type { DatabaseService } from "@quarry/store";
import type { TermFrequencies } from "@quarry/plugin";
import { workerModule } from "@quarry/plugin/workers";
import { WorkerClient } from "../client/worker-client.ts";
import { noCollection, requireCollectionId } from "../collection-id.ts";
import type { KeywordRequest, KeywordResult } from "../passage-index.ts";
import type { Passage } from "../passage.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";
import { answerQuestion } from "./answer-question.ts";
import {
  type CollectionState,
  ensureCollection,
  isCurrent,
  lockState,
  prepareReadState,
  saveState,
} from "./collection-state.ts";
import { forgetCollection, removeForgotten } from "./drop-collection.ts";
import { IndexDatabase } from "./index-database.ts";
import { Maintenance } from "./maintenance.ts";
import type {
  InvertedPassages,
  InverterAnswers,
  InverterOperation,
  SearcherAnswers,
  SearcherOperation,
  SearcherQuestion,
} from "./protocol.ts";
import { rebuildPostings } from "./rebuild-postings.ts";
import { type WriteAnswer, WriteQueue, type WriteRequest } from "./write-queue.ts";

export interface DatabaseIndexSettings {
  readonly cacheBytes: number;
  readonly graceMs: number;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error: unknown) => void;
}

/** The database and the two worker threads behind one face. */
export class DatabaseIndexClient {
  readonly database: IndexDatabase;
  readonly #readState: (collectionId: string) => Promise<CollectionState>;
  readonly #inverter: WorkerClient<InverterOperation, InverterAnswers>;
  readonly #searcher: WorkerClient<SearcherOperation, SearcherAnswers>;
  readonly #maintenance: Maintenance;
  readonly #queues = new Map<string, WriteQueue>();
  readonly #rebuilding = new Map<string, Promise<void>>();

  constructor(service: DatabaseService, { cacheBytes, graceMs, warn }: DatabaseIndexSettings) {
    const database = new IndexDatabase(service);
    this.database = database;
    this.#readState = prepareReadState(database);
    this.#inverter = new WorkerClient(workerModule(import.meta.url, "./worker/inverter-worker"), {});
    this.#searcher = new WorkerClient(
      workerModule(import.meta.url, "./worker/searcher-worker"),
      { cacheBytes },
      (question) => answerQuestion(database.read, question as SearcherQuestion),
    );
    this.#maintenance = new Maintenance({
      database,
      graceMs,
      warn,
      merge: (sources) =>
        this.#inverter.request(
          "",
          { kind: "merge", sources },
          { transfer: sources.flatMap(({ blocks }) => blocks.map((block) => block.buffer as ArrayBuffer)) },
        ),
    });
  }

  async ensure(collectionId: string): Promise<void> {
    requireCollectionId(collectionId);
    await ensureCollection(this.database.run, collectionId);
  }

  async drop(collectionId: string): Promise<void> {
    requireCollectionId(collectionId);
    const number = await forgetCollection(this.database, collectionId);
    if (number !== undefined) await removeForgotten(this.database, number);
  }

  async write(collectionId: string, request: WriteRequest): Promise<WriteAnswer> {
    requireCollectionId(collectionId);
    let queue = this.#queues.get(collectionId);
    if (queue === undefined) {
      queue = new WriteQueue({
        database: this.database,
        collectionId,
        invert: (passages) => this.#invert(passages),
        onCommit: (collection) => this.#maintenance.look(collection),
      });
      this.#queues.set(collectionId, queue);
    }
    try {
      return await queue.write(request);
    } finally {
      if (queue.isIdle) this.#queues.delete(collectionId);
    }
  }

  async keywordSearch(
    collectionId: string,
    { query, topK, filter }: KeywordRequest,
    signal: AbortSignal,
  ): Promise<KeywordResult> {
    const { number: collection, version } = await this.#searchable(collectionId);
    return this.#named(collectionId, () =>
      this.#searcher.request("", { kind: "keywordSearch", collection, version, query, topK, filter }, { signal }),
    );
  }

  async keywordScores(
    collectionId: string,
    query: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    const { number: collection, version } = await this.#searchable(collectionId);
    return this.#named(
      collectionId,
      async () =>
        new Map(
          await this.#searcher.request("", { kind: "keywordScores", collection, version, query, ids }, { signal }),
        ),
    );
  }

  async repairQuery(collectionId: string, query: string, signal: AbortSignal): Promise<RepairedQuery> {
    const { number: collection, version } = await this.#searchable(collectionId);
    return this.#named(collectionId, () =>
      this.#searcher.request("", { kind: "repairQuery", collection, version, query }, { signal }),
    );
  }

  async termFrequencies(collectionId: string, terms: readonly string[], signal: AbortSignal): Promise<TermFrequencies> {
    const { number: collection, version } = await this.#searchable(collectionId);
    return this.#named(collectionId, () =>
      this.#searcher.request("", { kind: "termFrequencies", collection, version, terms }, { signal }),
    );
  }

  /** Ends what was begun. */
  async close(): Promise<void> {
    for (const queue of this.#queues.values()) await queue.idle();
    await this.#maintenance.close();
    await this.#searcher.close();
    await this.#inverter.close();
  }

  /** The collection's state, once its postings are this build's. */
  async #searchable(collectionId: string): Promise<CollectionState> {
    requireCollectionId(collectionId);
    const state = await this.#readState(collectionId);
    if (isCurrent(state)) return state;
    let rebuilding = this.#rebuilding.get(collectionId);
    if (rebuilding === undefined) {
      rebuilding = this.#rebuild(collectionId).finally(() => this.#rebuilding.delete(collectionId));
      this.#rebuilding.set(collectionId, rebuilding);
    }
    await rebuilding;
    return this.#readState(collectionId);
  }

  #rebuild(collectionId: string): Promise<void> {
    return this.database.transaction(async (query) => {
      const state = await lockState(query, collectionId);
      // Another process may have done it while this one waited.
      if (!isCurrent(state)) await rebuildPostings(query, state, (passages) => this.#invert(passages));
      await saveState(query, state);
    });
  }

  async #invert(passages: readonly Passage[]): Promise<InvertedPassages> {
    return this.#inverter.request("", { kind: "invert", passages });
  }

  /** The threads know collections by numbers; who asks knows them by ids. */
  async #named<A>(collectionId: string, answer: () => Promise<A>): Promise<A> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof PassageIndexError && error.reason === "not_found") throw noCollection(collectionId);
      throw error;
    }
  }
}

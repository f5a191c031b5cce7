import type { TermFrequencies } from "@quarry/plugin";
import { workerModule } from "@quarry/plugin/workers";
import { WorkerClient } from "../client/worker-client.ts";
import { noCollection, requireCollectionId } from "../collection-id.ts";
import type { KeywordRequest, KeywordResult } from "../passage-index.ts";
import type { Passage } from "../passage.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";
import { answerQuestion } from "./answer-question.ts";
import { type CollectionState, isCurrent, lockState, prepareReadState, saveState } from "./collection-state.ts";
import type { DatabaseWords, PreparedPassages, WordsWrite } from "./database-words.ts";
import { removeSegments } from "./drop-collection.ts";
import type { IndexDatabase, Query } from "./index-database.ts";
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
import { addSegment, markDeleted } from "./stored-segments.ts";

export interface SegmentWordsSettings {
  readonly cacheBytes: number;
  readonly graceMs: number;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error: unknown) => void;
}

interface PreparedSegment extends PreparedPassages {
  readonly inverted: InvertedPassages;
}

/** Words in segments of postings in the database, and the two worker threads that do what takes long. */
export class SegmentWords implements DatabaseWords<PreparedSegment> {
  readonly #database: IndexDatabase;
  readonly #readState: (collectionId: string) => Promise<CollectionState>;
  readonly #inverter: WorkerClient<InverterOperation, InverterAnswers>;
  readonly #searcher: WorkerClient<SearcherOperation, SearcherAnswers>;
  readonly #maintenance: Maintenance;
  readonly #rebuilding = new Map<string, Promise<void>>();

  constructor(database: IndexDatabase, { cacheBytes, graceMs, warn }: SegmentWordsSettings) {
    this.#database = database;
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

  ensure(): Promise<void> {
    return Promise.resolve();
  }

  drop(collection: number): Promise<void> {
    return removeSegments(this.#database, collection);
  }

  async prepare(_collectionId: string, passages: readonly Passage[]): Promise<PreparedSegment> {
    const inverted = await this.#invert(passages);
    const { shared, sharedOf, own, segment } = inverted;
    return { shared, sharedOf, own, lengths: segment.rows.lengths, inverted };
  }

  abandon(): Promise<void> {
    return Promise.resolve();
  }

  async write(query: Query, state: CollectionState): Promise<WordsWrite<PreparedSegment>> {
    if (!isCurrent(state)) await rebuildPostings(query, state, (passages) => this.#invert(passages));
    return {
      add: async ({ inverted: { segment } }, documents) => {
        const { rows } = segment.rows;
        for (let ordinal = 0; ordinal < rows.length; ordinal++) {
          rows[ordinal] = state.nextSeq++;
          segment.rows.documents[ordinal] = documents[ordinal]!;
        }
        await addSegment(query, state, segment);
        return Array.from(rows);
      },
      remove: (deleted) => markDeleted(query, state, deleted),
    };
  }

  committed(collection: number): Promise<void> {
    this.#maintenance.look(collection);
    return Promise.resolve();
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
    return this.#database.transaction(async (query) => {
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

import { BoundedMap } from "@quarry/plugin/domain";
import {
  type IndexedPassage,
  type KeywordRequest,
  type KeywordResult,
  type Passage,
  PassageIndexError,
  type RepairedQuery,
  WorkerClient,
  requireCollectionId,
} from "@quarry/index";
import { workerModule } from "@quarry/plugin/workers";
import type { TermFrequencies } from "@quarry/plugin";

import { BackgroundWork } from "../database/background-work.ts";
import { type CollectionState, isCurrent, prepareReadState } from "../database/collection-state.ts";
import type { IndexDatabase, Query } from "../database/index-database.ts";

import type { AnalysedPassages } from "./analyse-passages.ts";
import type { AnalyserAnswers, AnalyserOperation } from "./analyser-worker.ts";
import type { PassageInspection } from "./inspect-passages.ts";
import { PreviousStores } from "./previous-stores.ts";
import { KnownCounts } from "./known-counts.ts";
import { recordsOf } from "./term-records.ts";
import { KeyPager } from "./key-pager.ts";
import { beginFilling, fillTerms, readFilled } from "./term-filling.ts";
import { ExternalTermSearch } from "./external-term-search.ts";
import type { ExternalTermStore } from "./external-term-store.ts";
import {
  beginAddition,
  clearGone,
  collectionsWithGone,
  completeAddition,
  forgetTermWrites,
  noteGone,
  takeBackAddition,
  takeBackDead,
  type TermAddition,
} from "./term-write-rows.ts";

/**
 * Interval of the maintenance. It completes the work of dead processes, and work postponed while the store was
 * unavailable.
 */
const UPKEEP_MS = 5_000;
/** Number of passages up to which a caller waits while the collection's terms are written. */
const FEW_PASSAGES = 1_024;
const COLLECTIONS_KEPT = 1_024;

export interface ExternalTermIndexOptions {
  /** The store that answers term searches. */
  readonly store: ExternalTermStore;
  /** Returns a configured store that supports term search, by its name: it may have contained the terms before. */
  readonly storeOf: (name: string) => ExternalTermStore | undefined;
  /** Writes to the log of the service. */
  readonly warn: (message: string, error?: unknown) => void;
}

interface SeenState {
  readonly state: CollectionState;
  /** Whether the previous search found the same state. Under frequent writes no search is repeated. */
  readonly isSteady: boolean;
}

/** Passages of one put, each id once, with the data computed before its transaction. Their terms are in the store. */
export interface PreparedTerms extends Omit<AnalysedPassages, "terms" | "words"> {
  readonly addition: TermAddition;
}

/**
 * Terms in an external store that supports term search. A transaction that adds passages is preceded by the write of
 * their terms, under numbers that no passage has yet. A transaction that removes passages is followed by the removal of
 * their terms. Between the two, hits of the store without a passage are ignored, so a search always sees the database's
 * state and nothing partial.
 */
export class ExternalTermIndex {
  readonly #database: IndexDatabase;
  readonly #store: ExternalTermStore;
  readonly #warn: ExternalTermIndexOptions["warn"];
  readonly #previous: PreviousStores;
  readonly #readState: (collectionId: string) => Promise<CollectionState>;
  readonly #analyser: Analyser;
  /**
   * Separate analyser for searches, started with the first search that needs it: searches don't queue behind writes.
   */
  #looker: Analyser | undefined;
  readonly #known = new KnownCounts();
  /** State of each collection at its last search. */
  readonly #states = new BoundedMap<string, SeenState>(COLLECTIONS_KEPT);
  readonly #work: BackgroundWork;
  readonly #filling = new Map<number, Promise<void>>();
  /** Collections whose store contains terms that must be removed. */
  readonly #untidy = new Set<number>();
  readonly #withGone = new KeyPager();
  readonly #toFill = new KeyPager();

  constructor(database: IndexDatabase, { store, storeOf, warn }: ExternalTermIndexOptions) {
    this.#database = database;
    this.#store = store;
    this.#warn = warn;
    const isClosed = () => this.#work.isClosed;
    this.#previous = new PreviousStores({ database, store: store.name, storeOf, warn, isClosed });
    this.#readState = prepareReadState(database);
    this.#analyser = startAnalyser();
    this.#work = new BackgroundWork(warn, { everyMs: UPKEEP_MS, work: () => this.#upkeep() });
  }

  /** Called when the collection is created, and again by each caller that finds it created. */
  ensure(collection: number): Promise<void> {
    return this.#store.ensure(collection);
  }

  /** Removes all data of a dropped collection's terms. Idempotent. */
  async drop(collection: number): Promise<void> {
    await this.#store.drop(collection);
    await forgetTermWrites(this.#database, collection);
  }

  /** Does all work of a put that can precede its transaction. */
  async prepare(collectionId: string, passages: readonly Passage[]): Promise<PreparedTerms> {
    const analysed = await this.#analyse(passages);
    // Prepared again if the terms belong only to this store from now on, or if the store turns out to have lost them.
    const addition =
      (await this.#add(collectionId, passages, analysed)) ??
      (await this.#add(collectionId, passages, analysed)) ??
      (await this.#add(collectionId, passages, analysed));
    if (addition === undefined) throw changed();
    const { shared, sharedOf, own, lengths } = analysed;
    return { shared, sharedOf, own, lengths, addition };
  }

  /** Writes terms. Returns undefined if the collection's terms must be rewritten, and records that. */
  async #add(
    collectionId: string,
    passages: readonly Passage[],
    analysed: AnalysedPassages,
  ): Promise<TermAddition | undefined> {
    const addition = await beginAddition(this.#database, collectionId, passages.length);
    const { state, seqs } = addition;
    try {
      if (await this.#ready(state)) {
        const ids = passages.map(({ id }) => id.toWellFormed());
        const metadata = passages.map((passage) => passage.metadata);
        await this.#store.put(state.number, recordsOf(seqs, ids, metadata, analysed));
        return addition;
      }
    } catch (error) {
      if (isLoss(error)) await this.#noteLoss(state, error);
      else {
        await this.#rollBack(addition);
        throw error;
      }
    }
    await this.#store.ensure(state.number);
    await this.#rollBack(addition);
    return undefined;
  }

  /** Called if the transaction of the prepared data failed or will not be started. */
  abandon({ addition }: PreparedTerms): Promise<void> {
    return this.#rollBack(addition);
  }

  /** Adds passages in a transaction that has locked the collection. Returns their numbers, which are never reused. */
  async add(query: Query, state: CollectionState, { addition }: PreparedTerms): Promise<readonly number[]> {
    const { number, termsEnd, termStore } = addition.state;
    // In this case the terms may be lost, or belong to another store.
    if (number !== state.number || termsEnd !== state.termsEnd || termStore !== state.termStore) throw changed();
    await completeAddition(query, addition);
    return addition.seqs;
  }

  /** Removes passages in a transaction that has locked the collection. */
  async remove(query: Query, collection: number, seqs: readonly number[]): Promise<void> {
    await noteGone(query, collection, seqs);
    this.#untidy.add(collection);
  }

  /** Called after the commit and before it is reported to any caller. Never rejects. */
  async committed(collection: number): Promise<void> {
    if (this.#untidy.delete(collection)) await this.#tidy(collection).catch((error: unknown) => this.#report(error));
  }

  async keywordSearch(collectionId: string, request: KeywordRequest, signal: AbortSignal): Promise<KeywordResult> {
    return this.#searching(collectionId, signal, (search) => search.search(request));
  }

  async keywordScores(
    collectionId: string,
    query: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    return this.#searching(collectionId, signal, (search) => search.scores(query, ids));
  }

  async repairQuery(collectionId: string, query: string, signal: AbortSignal): Promise<RepairedQuery> {
    return this.#searching(collectionId, signal, (search) => search.repair(query.toWellFormed()));
  }

  async termFrequencies(collectionId: string, terms: readonly string[], signal: AbortSignal): Promise<TermFrequencies> {
    return this.#searching(collectionId, signal, (search) => search.frequencies(terms));
  }

  /** Waits for running work to finish. */
  async close(): Promise<void> {
    await this.#work.close();
    await Promise.allSettled(this.#filling.values());
    await Promise.all([this.#analyser.close(), this.#looker?.close()]);
  }

  async #searching<A>(
    collectionId: string,
    signal: AbortSignal,
    answer: (search: ExternalTermSearch) => Promise<A>,
  ): Promise<A> {
    requireCollectionId(collectionId);
    const options = {
      store: this.#store,
      query: this.#database.read,
      known: this.#known,
      look: (check: PassageInspection) =>
        (this.#looker ??= startAnalyser()).request("", { kind: "look", look: check }, { signal }),
      signal,
    };
    const search = async (state: CollectionState): Promise<A> => {
      const made = new ExternalTermSearch(state, options);
      const result = await answer(made);
      // Throws if the collection is gone.
      if (made.isGone) await this.#readState(collectionId);
      return result;
    };
    // Usually nothing was written since the last search. So the cached state is used, and the read of the passages
    // tells whether it is still current.
    const seen = this.#states.get(collectionId);
    const ahead = seen?.isSteady === true ? new ExternalTermSearch(seen.state, options) : undefined;
    const outcome = ahead && (await settled(answer(ahead)));
    const state = ahead?.isOfNow === true ? seen!.state : await this.#searchable(collectionId);
    const isSteady = seen !== undefined && isSame(seen.state, state);
    this.#states.set(collectionId, { state, isSteady });
    try {
      return await (isSteady && outcome !== undefined ? outcome() : search(state));
    } catch (error) {
      if (!isLoss(error)) throw error;
      // The collection may have been dropped meanwhile rather than lost.
      await this.#readState(collectionId);
      await this.#noteLoss(state, error);
      return await search(await this.#searchable(collectionId));
    }
  }

  /** Returns the collection's state, once the store has its terms. */
  async #searchable(collectionId: string): Promise<CollectionState> {
    const state = await this.#readState(collectionId);
    if ((await this.#ready(state)) && state.termsFilled === undefined) return state;
    const filling = this.#fill(state.number);
    if (state.liveCount > FEW_PASSAGES) {
      filling.catch(() => {});
      throw pending(state, this.#store.name);
    }
    await filling;
    const filled = await this.#readState(collectionId);
    if (filled.termsFilled !== undefined) throw pending(filled, this.#store.name);
    return filled;
  }

  /** Whether the terms are in this store and of this build's version. If not, records that they must be written. */
  async #ready(state: CollectionState): Promise<boolean> {
    if (state.termStore === this.#store.name && isCurrent(state)) return true;
    await beginFilling(this.#database, state.number, this.#store.name);
    return false;
  }

  async #noteLoss(state: CollectionState, error: unknown): Promise<void> {
    await beginFilling(this.#database, state.number, this.#store.name);
    this.#warn(`the store "${this.#store.name}" has lost terms, which are written again`, error);
  }

  #analyse(passages: readonly IndexedPassage[]): Promise<AnalysedPassages> {
    const wanted = passages.map(({ documentId, metadata, text, contextText, layout }) => ({
      documentId,
      metadata,
      text,
      contextText,
      layout,
    }));
    return this.#analyser.request("", { kind: "analyse", passages: wanted });
  }

  async #rollBack(addition: TermAddition): Promise<void> {
    try {
      await takeBackAddition(this.#database, addition);
      await this.#tidy(addition.state.number);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Removes the terms of deleted passages from the store. */
  #tidy(collection: number): Promise<void> {
    return clearGone(this.#database, collection, (seqs) => this.#store.remove(collection, seqs));
  }

  async #upkeep(): Promise<void> {
    await takeBackDead(this.#database);
    const gone = await this.#withGone.next((...page) => collectionsWithGone(this.#database, ...page));
    for (const { collection } of gone) await this.#tidy(collection).catch((error: unknown) => this.#report(error));
    const filled = await this.#toFill.next((...page) => readFilled(this.#database, this.#store.name, ...page));
    for (const { collection, isFilled } of filled) if (!isFilled) await this.#fill(collection);
    await this.#previous.tidy();
  }

  #fill(collection: number): Promise<void> {
    const running = this.#filling.get(collection);
    if (running !== undefined) return running;
    const options = {
      database: this.#database,
      store: this.#store,
      analyse: (passages: readonly IndexedPassage[]) => this.#analyse(passages),
      isClosed: () => this.#work.isClosed,
    };
    const filling = fillTerms(options, collection).finally(() => this.#filling.delete(collection));
    this.#filling.set(collection, filling);
    return filling;
  }

  /** Logs the failure; the next cleanup removes the words. */
  #report(error: unknown): void {
    this.#warn(`terms of removed passages remain in the store "${this.#store.name}" for now`, error);
  }
}

type Analyser = WorkerClient<AnalyserOperation, AnalyserAnswers>;

const startAnalyser = (): Analyser => new WorkerClient(workerModule(import.meta.url, "./analyser-worker"), {});

/** Whether nothing was written between the two states, and the store is responsible for the same terms. */
const isSame = (known: CollectionState, state: CollectionState): boolean =>
  known.number === state.number && known.version === state.version && known.termsEnd === state.termsEnd;

/** Waits for a promise to settle. Returns a function that returns the value or throws the error later. */
const settled = async <A>(promise: Promise<A>): Promise<() => Promise<A>> => {
  try {
    const value = await promise;
    return () => Promise.resolve(value);
  } catch (error) {
    return () => Promise.reject(error as Error);
  }
};

const isLoss = (error: unknown): boolean => error instanceof PassageIndexError && error.reason === "words_lost";

const changed = (): PassageIndexError =>
  new PassageIndexError({ reason: "busy", message: "a rebuild of the collection's terms began meanwhile" });

const pending = ({ termsFilled, termsEnd, nextSeq }: CollectionState, store: string): PassageIndexError => {
  const share = termsFilled === undefined ? 0 : termsFilled / Math.max(1, termsEnd === 0 ? nextSeq : termsEnd);
  const message = `the terms of the collection are being written to the keyword index "${store}": ${Math.floor(share * 100)} % done`;
  return new PassageIndexError({ reason: "words_pending", message });
};

import { alreadyExists, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type {
  CollectionScope,
  DocumentListRequest,
  DocumentRecord,
  FetchedPage,
  FinishedRun,
  NewDocument,
  PlatformTotals,
  Replacement,
  Restarted,
  RestoredDocument,
  RunFailure,
  StatusCounts,
  SwitchResult,
} from "./document.ts";
import {
  changeDocument,
  type DocumentChange,
  forgetLagging,
  noteLagging,
  readLagging,
  readLaggingVersion,
} from "./document-changes.ts";
import { type FetchedBytes, finishUnchanged, saveFetched, noteFetched } from "./document-fetched.ts";
import { countDocuments, platformTotals } from "./document-counts.ts";
import { loseRun, recountRun } from "./document-repairs.ts";
import { makeDocumentReads } from "./document-reads.ts";
import type { DuplicatesPage, DuplicatesRequest } from "./same-bytes.ts";
import { restoreDocuments } from "./document-restore.ts";
import { backToPending, beginProcessing, finishFailed, finishReady, restart } from "./document-runs.ts";
import { type DocumentMatchesService, makeDocumentMatches } from "./field-values/document-matches.ts";
import { insertDocument, removeDocument } from "./document-writes.ts";
import type { Page } from "./page.ts";
import { type FailedDocument, recentFailures } from "./recent-failures.ts";
import type { StoreError } from "./store-error.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Every change of a run (`beginProcessing`, `finish…`, `backToPending`) is fenced: it happens only while the document
 * exists and `generation` is its current one. To fence off a worker that lost its lease as well, complete its job in
 * the same transaction and fail that transaction when the job isn't the worker's any more.
 */
export interface DocumentRepositoryService extends DocumentMatchesService {
  /** Fails with `not_found` when the collection is gone. */
  readonly insert: (
    document: NewDocument,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** Documents of one collection as they were elsewhere; fails with `already_exists` when one of their ids is taken. */
  readonly restore: (
    documents: readonly RestoredDocument[],
    within?: Transaction,
  ) => Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  readonly find: (collectionId: string, id: string) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Without its collection at hand: for jobs, which know the document alone. */
  readonly findById: (id: string, within?: Transaction) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** By the caller's own id; `within` nobody else changes it, or gives that id to another, until the transaction ends. */
  readonly findByExternalId: (
    collectionId: string,
    externalId: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** The oldest with these bytes that has not expired and is meant. */
  readonly findByContent: (
    collectionId: string,
    contentHash: string,
    isMeant: (document: DocumentRecord) => boolean,
    within: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Documents of the same bytes, in groups. */
  readonly duplicates: (collectionId: string, request: DuplicatesRequest) => Effect.Effect<DuplicatesPage, StoreError>;
  /** At most so many of those, of all collections, whose moment has come. */
  readonly expired: (
    limit: number,
  ) => Effect.Effect<readonly Pick<DocumentRecord, "id" | "collectionId">[], StoreError>;
  /** Number of a collection's documents that have expired and are still counted in its record. */
  readonly expiredIn: (collectionId: string) => Effect.Effect<number, StoreError>;
  /** Whether a stored file belongs to a document, to its present version or to the one that answers. */
  readonly ownsFile: (collectionId: string, fileId: string) => Effect.Effect<boolean, StoreError>;
  /** Oldest first. */
  readonly list: (
    collectionId: string,
    request: DocumentListRequest,
  ) => Effect.Effect<Page<DocumentRecord>, DomainError | StoreError>;
  /**
   * Oldest first, those behind `after` (the last one of the page before): while others write, what is there all the time
   * is seen exactly once.
   */
  readonly listAfter: (
    collectionId: string,
    after: Pick<DocumentRecord, "createdAt" | "id"> | undefined,
    limit: number,
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** In the order of `ids`, each once; unknown ones are left out. */
  readonly findMany: (
    collectionId: string,
    ids: readonly string[],
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Finds documents by their external ids, in no order. */
  readonly findManyByExternalId: (
    collectionId: string,
    externalIds: readonly string[],
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /**
   * Pending becomes processing. True also when this run is processing already (its worker was lost and another one goes
   * on); false when the run is over or not current: then the worker stops.
   */
  readonly beginProcessing: (
    id: string,
    generation: number,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Makes the run's chunks the ones search may see, in one step with status and counters. */
  readonly finishReady: (
    id: string,
    generation: number,
    run: FinishedRun,
    within?: Transaction,
  ) => Effect.Effect<SwitchResult, StoreError>;
  /** From pending or processing. What was searchable stays so, with its counts. False when the run is not current. */
  readonly finishFailed: (
    id: string,
    generation: number,
    failure: RunFailure,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Starts a new run in any state: generation + 1, pending, no error. Undefined when the document is gone. */
  readonly restart: (
    collectionId: string,
    id: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** The same, of what replaces its bytes. What answers stays as it is until that run takes its place. */
  readonly replace: (
    collectionId: string,
    id: string,
    replacement: Replacement,
    within?: Transaction,
  ) => Effect.Effect<Restarted | undefined, StoreError>;
  /**
   * Writes what is said of a document, and of its previous version while that one answers; notes that stores are behind of
   * what it has passages of. `already_exists` where the external id is another's. The caller has locked the collection.
   */
  readonly change: (
    document: DocumentRecord,
    change: DocumentChange,
    previousMetadata: JsonObject | undefined,
    within: Transaction,
  ) => Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** Notes that stores are behind of a document that has just got passages of an older state of it. */
  readonly noteLagging: (
    document: Pick<DocumentRecord, "collectionId" | "id">,
    within: Transaction,
  ) => Effect.Effect<void, StoreError>;
  /** Documents of the collection that stores are behind of, at most so many. */
  readonly lagging: (collectionId: string, limit: number) => Effect.Effect<readonly string[], StoreError>;
  /** The change of a document that stores are to be brought up to; undefined when they are. */
  readonly laggingVersion: (collectionId: string, documentId: string) => Effect.Effect<string | undefined, StoreError>;
  /** Stores are not behind of it any more; false when it was changed again since `version`. */
  readonly forgetLagging: (
    collectionId: string,
    documentId: string,
    version: string,
    within: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * The run's file is being fetched, or was: what was said of the previous one is forgotten. Gives the document; undefined
   * when the run is not the current one.
   */
  readonly noteFetched: (
    id: string,
    generation: number,
    bytes: FetchedBytes | undefined,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Stores the validators of the bytes that the run has read. */
  readonly saveFetched: (
    id: string,
    generation: number,
    fetched: FetchedPage,
    within?: Transaction,
  ) => Effect.Effect<true | undefined, StoreError>;
  /** Processing becomes ready with the chunks of the run before. Undefined when the run is not the current one. */
  readonly finishUnchanged: (
    id: string,
    generation: number,
    fetched: FetchedPage,
    within?: Transaction,
  ) => Effect.Effect<true | undefined, StoreError>;
  /** Processing becomes pending again, for a run that was interrupted. False when there was nothing to do. */
  readonly backToPending: (id: string, generation: number, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /** Notes how many chunks the live run has, made again. False when it is not the live one any more. */
  readonly recountRun: (
    document: Pick<DocumentRecord, "id" | "collectionId" | "liveGeneration">,
    counts: Pick<FinishedRun, "chunkCount" | "tokenCount">,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * Forgets the live run, whose chunks are lost; a document that has no other run under way fails. False when it is not
   * the live one any more.
   */
  readonly loseRun: (
    document: Pick<DocumentRecord, "id" | "collectionId" | "liveGeneration">,
    failure: RunFailure,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Returns what was removed, undefined when it was gone. */
  readonly remove: (
    collectionId: string,
    id: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Of these ids, the documents that exist and have something searchable. Hot path: one prepared query. */
  readonly liveGenerations: (ids: Iterable<string>) => Effect.Effect<ReadonlyMap<string, number>, StoreError>;
  /** Lists documents of all collections in this status, oldest first, after `after`: to rebuild the queue from. */
  readonly listUnfinished: (
    status: "pending" | "processing",
    after: Pick<DocumentRecord, "createdAt" | "id"> | undefined,
    limit: number,
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Exact, of one collection or of all. */
  readonly countsByStatus: (collectionId?: string) => Effect.Effect<StatusCounts, StoreError>;
  readonly totals: Effect.Effect<PlatformTotals, StoreError>;
  /** The same of some collections; one statement, so that the numbers fit each other. */
  readonly totalsOf: (collections: CollectionScope) => Effect.Effect<PlatformTotals, StoreError>;
  /** The failed documents that were uploaded last, latest first; of collections of these names, or of all. */
  readonly recentFailures: (
    limit: number,
    collections?: readonly string[],
  ) => Effect.Effect<readonly FailedDocument[], StoreError>;
}

export class DocumentRepository extends Context.Service<DocumentRepository, DocumentRepositoryService>()(
  "@quarry/store/DocumentRepository",
) {
  static readonly layer: Layer.Layer<DocumentRepository, never, Database> = Layer.effect(
    DocumentRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

const makeRepository = (database: DatabaseService): DocumentRepositoryService => ({
  ...makeDocumentReads(database),
  ...makeDocumentMatches(database),
  insert: (document, within) => insertDocument(database, document, within),
  restore: (documents, within) => restoreDocuments(database, documents, within),
  remove: (collectionId, id, within) => removeDocument(database, collectionId, id, within),
  beginProcessing: (id, generation, within) => beginProcessing(database, id, generation, within),
  finishReady: (id, generation, run, within) => finishReady(database, id, generation, run, within),
  finishFailed: (id, generation, failure, within) => finishFailed(database, id, generation, failure, within),
  restart: (collectionId, id, within) =>
    Effect.map(restart(database, collectionId, id, undefined, within), (restarted) => restarted?.document),
  change: (document, change, previousMetadata, within) =>
    Effect.mapError(changeDocument(database, document, change, previousMetadata, within), (error) =>
      error.reason === "unique" ? alreadyExists("external_id: is another document's already") : error,
    ),
  noteLagging: (document, within) => database.run((kysely) => noteLagging(kysely, document), within),
  lagging: (collectionId, limit) => readLagging(database, collectionId, limit),
  laggingVersion: (collectionId, documentId) => readLaggingVersion(database, collectionId, documentId),
  forgetLagging: (collectionId, documentId, version, within) =>
    database.run((kysely) => forgetLagging(kysely, collectionId, documentId, version), within),
  replace: (collectionId, id, replacement, within) => restart(database, collectionId, id, replacement, within),
  noteFetched: (id, generation, bytes, within) => noteFetched(database, id, generation, bytes, within),
  saveFetched: (id, generation, fetched, within) => saveFetched(database, id, generation, fetched, within),
  finishUnchanged: (id, generation, fetched, within) => finishUnchanged(database, id, generation, fetched, within),
  backToPending: (id, generation, within) => backToPending(database, id, generation, within),
  recountRun: (document, counts) => recountRun(database, document, counts),
  loseRun: (document, failure, within) => loseRun(database, document, failure, within),
  countsByStatus: (collectionId) => database.read((kysely) => countDocuments(kysely, collectionId)),
  totals: database.read((kysely) => platformTotals(kysely, undefined)),
  totalsOf: (collections) => database.read((kysely) => platformTotals(kysely, collections)),
  recentFailures: (limit, collections) => recentFailures(database, limit, collections),
});

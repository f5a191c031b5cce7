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
import type { DuplicatesPage, DuplicatesRequest } from "./duplicate-documents.ts";
import { restoreDocuments } from "./document-restore.ts";
import { backToPending, beginProcessing, finishFailed, finishReady, restart } from "./document-runs.ts";
import { type DocumentMatchesService, makeDocumentMatches } from "./field-values/document-matches.ts";
import { insertDocument, removeDocument } from "./document-writes.ts";
import type { Page } from "./page.ts";
import { type FailedDocument, recentFailures } from "./recent-failures.ts";
import type { StoreError } from "./store-error.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Fences every change of a run (`beginProcessing`, `finish…`): it applies only while the document
 * exists and `generation` is its current run. To fence off a worker that lost its lease as well, complete its job in
 * the same transaction and fail that transaction if the job is no longer the worker's.
 */
export interface DocumentRepositoryService extends DocumentMatchesService {
  /** Fails with `not_found` if the collection does not exist. */
  readonly insert: (
    document: NewDocument,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /**
   * Inserts documents of one collection that existed elsewhere. Fails with `already_exists` if one of their ids is
   * taken.
   */
  readonly restore: (
    documents: readonly RestoredDocument[],
    within?: Transaction,
  ) => Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  readonly find: (collectionId: string, id: string) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Finds a document without its collection: for jobs, which know only the document. */
  readonly findById: (id: string, within?: Transaction) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /**
   * Finds a document by its external id. `within` locks it: no other transaction changes the document or reuses the id
   * until this one ends.
   */
  readonly findByExternalId: (
    collectionId: string,
    externalId: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Returns the oldest matching document with this content that has not expired. */
  readonly findByContent: (
    collectionId: string,
    contentHash: string,
    isMeant: (document: DocumentRecord) => boolean,
    within: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Groups of documents with the same content. */
  readonly duplicates: (collectionId: string, request: DuplicatesRequest) => Effect.Effect<DuplicatesPage, StoreError>;
  /** Returns up to this many expired documents, of all collections. */
  readonly expired: (
    limit: number,
  ) => Effect.Effect<readonly Pick<DocumentRecord, "id" | "collectionId">[], StoreError>;
  /** Number of a collection's documents that have expired but are still counted in its record. */
  readonly expiredIn: (collectionId: string) => Effect.Effect<number, StoreError>;
  /** Whether a stored file belongs to a document: to its current version or to the live one. */
  readonly ownsFile: (collectionId: string, fileId: string) => Effect.Effect<boolean, StoreError>;
  /** Lists documents, oldest first. */
  readonly list: (
    collectionId: string,
    request: DocumentListRequest,
  ) => Effect.Effect<Page<DocumentRecord>, DomainError | StoreError>;
  /**
   * Lists the documents after `after` (the last one of the previous page), oldest first. During concurrent writes, a
   * document that exists all the time is returned exactly once.
   */
  readonly listAfter: (
    collectionId: string,
    after: Pick<DocumentRecord, "createdAt" | "id"> | undefined,
    limit: number,
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Returns documents in the order of `ids`, each once. Unknown ids are omitted. */
  readonly findMany: (
    collectionId: string,
    ids: readonly string[],
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Finds documents by their external ids, in any order. */
  readonly findManyByExternalId: (
    collectionId: string,
    externalIds: readonly string[],
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /**
   * Changes pending to processing. Also returns true if this run is processing already (its worker was lost and another
   * one continues). Returns false if the run is over or not current: the worker must stop.
   */
  readonly beginProcessing: (
    id: string,
    generation: number,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Makes the run's chunks live, atomically with status and counters. */
  readonly finishReady: (
    id: string,
    generation: number,
    run: FinishedRun,
    within?: Transaction,
  ) => Effect.Effect<SwitchResult, StoreError>;
  /**
   * Changes pending or processing to failed. Searchable content stays searchable, with its counts. Returns false if the
   * run is not current.
   */
  readonly finishFailed: (
    id: string,
    generation: number,
    failure: RunFailure,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * Starts a new run in any state: generation + 1, pending, no error. Returns undefined if the document does not exist.
   */
  readonly restart: (
    collectionId: string,
    id: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Like `restart`, with new bytes. The live version stays until that run replaces it. */
  readonly replace: (
    collectionId: string,
    id: string,
    replacement: Replacement,
    within?: Transaction,
  ) => Effect.Effect<Restarted | undefined, StoreError>;
  /**
   * Writes a document's changed fields, including those of its previous version while that is live, and marks the
   * stores of its passages as behind. Fails with `already_exists` if another document has the external id. The caller
   * must have locked the collection.
   */
  readonly change: (
    document: DocumentRecord,
    change: DocumentChange,
    previousMetadata: JsonObject | undefined,
    within: Transaction,
  ) => Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** Marks stores as behind for a document whose new passages reflect an older state of it. */
  readonly noteLagging: (
    document: Pick<DocumentRecord, "collectionId" | "id">,
    within: Transaction,
  ) => Effect.Effect<void, StoreError>;
  /** Returns up to `limit` documents of the collection for which stores are behind. */
  readonly lagging: (collectionId: string, limit: number) => Effect.Effect<readonly string[], StoreError>;
  /** Returns the version of a document to which stores must be updated, or undefined if they are current. */
  readonly laggingVersion: (collectionId: string, documentId: string) => Effect.Effect<string | undefined, StoreError>;
  /** Marks the stores as current for a document. Returns false if it was changed again since `version`. */
  readonly forgetLagging: (
    collectionId: string,
    documentId: string,
    version: string,
    within: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * Records that the run's file is being fetched or was fetched, and clears the previous validators. Returns the
   * document, or undefined if the run is not current.
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
  /** Changes processing to ready with the chunks of the previous run. Returns undefined if the run is not current. */
  readonly finishUnchanged: (
    id: string,
    generation: number,
    fetched: FetchedPage,
    within?: Transaction,
  ) => Effect.Effect<true | undefined, StoreError>;
  /** Stores the chunk count of the rebuilt live run. Returns false if it is no longer the live one. */
  readonly recountRun: (
    document: Pick<DocumentRecord, "id" | "collectionId" | "liveGeneration">,
    counts: Pick<FinishedRun, "chunkCount" | "tokenCount">,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * Clears the live run, whose chunks are lost. A document without another run in progress becomes failed. Returns
   * false if it is no longer the live one.
   */
  readonly loseRun: (
    document: Pick<DocumentRecord, "id" | "collectionId" | "liveGeneration">,
    failure: RunFailure,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Returns the removed document, or undefined if it did not exist. */
  readonly remove: (
    collectionId: string,
    id: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Returns those of these documents that exist and have a live generation. Hot path: one prepared query. */
  readonly liveGenerations: (ids: Iterable<string>) => Effect.Effect<ReadonlyMap<string, number>, StoreError>;
  /** Lists documents of all collections in this status, oldest first, after `after`, to rebuild the queue. */
  readonly listUnfinished: (
    status: "pending" | "processing",
    after: Pick<DocumentRecord, "createdAt" | "id"> | undefined,
    limit: number,
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Exact counts, for one collection or all. */
  readonly countsByStatus: (collectionId?: string) => Effect.Effect<StatusCounts, StoreError>;
  readonly totals: Effect.Effect<PlatformTotals, StoreError>;
  /** Totals of some collections, in one statement so that the numbers are consistent. */
  readonly totalsOf: (collections: CollectionScope) => Effect.Effect<PlatformTotals, StoreError>;
  /** Lists the most recently uploaded failed documents, latest first, of collections with these names or of all. */
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
  recountRun: (document, counts) => recountRun(database, document, counts),
  loseRun: (document, failure, within) => loseRun(database, document, failure, within),
  countsByStatus: (collectionId) => database.read((kysely) => countDocuments(kysely, collectionId)),
  totals: database.read((kysely) => platformTotals(kysely, undefined)),
  totalsOf: (collections) => database.read((kysely) => platformTotals(kysely, collections)),
  recentFailures: (limit, collections) => recentFailures(database, limit, collections),
});

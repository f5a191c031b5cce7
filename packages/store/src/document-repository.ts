import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type { CollectionScope, PlatformTotals, StatusCounts } from "./document.ts";
import { type DocumentChangesService, makeDocumentChanges } from "./document-changes.ts";
import { readTotals } from "./document-counts.ts";
import { type FetchedDocumentsService, makeFetchedDocuments } from "./document-fetched.ts";
import { type DocumentReadsService, makeDocumentReads } from "./document-reads.ts";
import { type DocumentRepairsService, makeDocumentRepairs } from "./document-repairs.ts";
import { type DocumentRunsService, makeDocumentRuns } from "./document-runs.ts";
import { type DocumentWritesService, makeDocumentWrites } from "./document-writes.ts";
import { type DocumentMatchesService, makeDocumentMatches } from "./field-values/document-matches.ts";
import { type FailedDocument, recentFailures } from "./recent-failures.ts";
import type { StoreError } from "./store-error.ts";

export interface DocumentRepositoryService
  extends
    DocumentReadsService,
    DocumentMatchesService,
    DocumentWritesService,
    DocumentRunsService,
    DocumentChangesService,
    FetchedDocumentsService,
    DocumentRepairsService {
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

const makeRepository = (database: DatabaseService): DocumentRepositoryService => ({
  ...makeDocumentReads(database),
  ...makeDocumentMatches(database),
  ...makeDocumentWrites(database),
  ...makeDocumentRuns(database),
  ...makeDocumentChanges(database),
  ...makeFetchedDocuments(database),
  ...makeDocumentRepairs(database),
  countsByStatus: (collectionId) =>
    database.read(async (kysely) => {
      const { documents } = await readTotals(kysely, collectionId === undefined ? undefined : { id: collectionId });
      const { total: _, ...counts } = documents;
      return counts;
    }),
  totals: database.read((kysely) => readTotals(kysely)),
  totalsOf: (collections) => database.read((kysely) => readTotals(kysely, collections)),
  recentFailures: (limit, collections) => recentFailures(database, limit, collections),
});

export class DocumentRepository extends Context.Service<DocumentRepository, DocumentRepositoryService>()(
  "@quarry/store/DocumentRepository",
) {
  static readonly layer = Layer.effect(DocumentRepository, Effect.map(Database, makeRepository));
}

import type { DocumentStatus, DomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Selectable, SelectQueryBuilder } from "kysely";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, type DocumentListRequest, type DocumentRecord, externalIdBytes } from "./document.ts";
import { readByIds } from "./document-rows.ts";
import { expiredDocuments } from "./expired-documents.ts";
import { inTransaction } from "./in-transaction.ts";
import { makeLiveGenerations } from "./live-generations.ts";
import { now } from "./now.ts";
import { countRows, type Page } from "./page.ts";
import { PageAnchors } from "./page-anchors.ts";
import { type DuplicatesPage, type DuplicatesRequest, listDuplicates, withContent } from "./duplicate-documents.ts";
import type { StoreError } from "./store-error.ts";
import type { CollectionsTable, DocumentsTable, Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

type DocumentsQuery = SelectQueryBuilder<Tables, "documents", object>;

/** Position in list order. */
type DocumentPosition = Pick<DocumentRecord, "createdAt" | "id">;

export interface DocumentReadsService {
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
    after: DocumentPosition | undefined,
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
  /** Returns those of these documents that exist and have a live generation. Hot path: one prepared query. */
  readonly liveGenerations: (ids: Iterable<string>) => Effect.Effect<ReadonlyMap<string, number>, StoreError>;
  /** Lists documents of all collections in this status, oldest first, after `after`, to rebuild the queue. */
  readonly listUnfinished: (
    status: "pending" | "processing",
    after: DocumentPosition | undefined,
    limit: number,
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
}

export const makeDocumentReads = (database: DatabaseService): DocumentReadsService => {
  const byId = database.prepareRead<DocumentsTable>((kysely, placeholder) =>
    inExistingCollections(kysely.selectFrom("documents").selectAll().where("id", "=", placeholder(0))),
  );
  const findById = (id: string, within?: Transaction) =>
    within === undefined
      ? Effect.map(byId(id), firstOf)
      : Effect.map(
          database.run((kysely) => kysely.selectFrom("documents").selectAll().where("id", "=", id).execute(), within),
          firstOf,
        );
  const byExternalId = database.prepareRead<DocumentsTable>((kysely, placeholder) =>
    kysely
      .selectFrom("documents")
      .selectAll()
      .where("collection_id", "=", placeholder(0))
      .where("external_id", "=", placeholder(1)),
  );
  const ownersOfFile = database.prepareRead<Pick<DocumentsTable, "id">>((kysely, placeholder) => {
    // One subquery per column, each by its own index: with "or" a database may scan all rows.
    const named = (column: "id" | "file_id" | "former_file_id") =>
      kysely
        .selectFrom("documents")
        .select("id")
        .where(column, "=", placeholder(1))
        .where("collection_id", "=", placeholder(0))
        .$if(column === "id", (documents) => documents.where("file_id", "is", null));
    return named("id").unionAll(named("file_id")).unionAll(named("former_file_id"));
  });
  const expiredIn = database.prepareRead<{ readonly count: number }>((kysely, placeholder) =>
    kysely
      .selectFrom("documents")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("collection_id", "=", placeholder(0))
      .where("expires_at", "<=", placeholder(1)),
  );
  const anchors = new PageAnchors<DocumentPosition>();
  return {
    findById,
    findByExternalId: (collectionId, externalId, within) =>
      within === undefined
        ? Effect.map(byExternalId(collectionId, externalIdBytes(externalId)), firstOf)
        : findByExternalId(database, collectionId, externalId, within),
    findByContent: (collectionId, contentHash, matches, within) =>
      inTransaction(
        database,
        async (kysely, time) => {
          const isLocking = database.dialect === "mysql";
          for await (const document of withContent(kysely, collectionId, contentHash, time, isLocking)) {
            if (matches(document)) return document;
          }
          return undefined;
        },
        within,
      ),
    duplicates: (collectionId, request) => listDuplicates(database, collectionId, request),
    expired: (limit) =>
      Effect.flatMap(now, (time) =>
        database.read((kysely) =>
          inExistingCollections(
            kysely
              .selectFrom("documents")
              .select(["id", "collection_id as collectionId"])
              .where("expires_at", "<=", time),
          )
            .limit(limit)
            .execute(),
        ),
      ),
    expiredIn: (collectionId) =>
      Effect.flatMap(now, (time) => Effect.map(expiredIn(collectionId, time), ([row]) => Number(row?.count ?? 0))),
    ownsFile: (collectionId, fileId) => Effect.map(ownersOfFile(collectionId, fileId), (rows) => rows.length > 0),
    find: (collectionId, id) =>
      Effect.map(findById(id), (document) => (document?.collectionId === collectionId ? document : undefined)),
    list: (collectionId, request) => listDocuments(database, anchors, collectionId, request),
    listAfter: (collectionId, after, limit) =>
      listAfter(database, (documents) => documents.where("collection_id", "=", collectionId), after, limit),
    findManyByExternalId: (collectionId, externalIds) =>
      externalIds.length === 0
        ? Effect.succeed([])
        : database.read(async (kysely) => {
            const rows = await kysely
              .selectFrom("documents")
              .selectAll()
              .where("collection_id", "=", collectionId)
              .where("external_id", "in", [...new Set(externalIds)].map(externalIdBytes))
              .execute();
            return rows.map(documentFromRow);
          }),
    findMany: (collectionId, ids) => findDocuments(database, collectionId, ids),
    liveGenerations: makeLiveGenerations(database),
    listUnfinished: (status, after, limit) =>
      listAfter(database, (documents) => inExistingCollections(documents.where("status", "=", status)), after, limit),
  };
};

const firstOf = ([row]: readonly Selectable<DocumentsTable>[]): DocumentRecord | undefined =>
  row === undefined ? undefined : documentFromRow(row);

/**
 * Locks the row: what is found must be what is written. An external id is free again only after its document's row is
 * deleted.
 */
const findByExternalId = (database: DatabaseService, collectionId: string, externalId: string, within: Transaction) =>
  Effect.map(
    database.run(
      (kysely) =>
        kysely
          .selectFrom("documents")
          .selectAll()
          .where("collection_id", "=", collectionId)
          .where("external_id", "=", externalIdBytes(externalId))
          .$if(database.dialect === "mysql", (documents) => documents.forUpdate())
          .execute(),
      within,
    ),
    firstOf,
  );

/** Restricts a query to documents that have not expired. Expired ones are deleted soon. */
const unexpired = (documents: DocumentsQuery, time: string): DocumentsQuery =>
  documents.where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", time)]));

const listDocuments = Effect.fnUntraced(function* (
  database: DatabaseService,
  anchors: PageAnchors<DocumentPosition>,
  collectionId: string,
  { status, failedBy, limit, offset }: DocumentListRequest,
): Effect.fn.Return<Page<DocumentRecord>, DomainError | StoreError> {
  // Whether the row still matches: its status may have changed since the ids were read.
  const isListed = (row: Pick<Selectable<DocumentsTable>, "status" | "failed_by">) =>
    (status ?? row.status) === row.status && (failedBy ?? row.failed_by) === row.failed_by;
  const { ids, total } = yield* database.read(async (kysely) => {
    const isFiltered = status !== undefined || failedBy !== undefined;
    const collection = await kysely
      .selectFrom("collections")
      .select(["document_count", "pending_count", "processing_count", "failed_count", "moves", "newest_at"])
      .where("id", "=", collectionId)
      .executeTakeFirst();
    if (collection === undefined) return { ids: [], total: 0 };
    // In a list filtered by status, a document's position changes with its status.
    const version = isFiltered ? database.version() : collection.moves;
    const list = `${collectionId}/${status}/${failedBy}`;
    const anchor = anchors.find(list, version, offset);
    const matching = kysely
      .selectFrom("documents")
      .where("collection_id", "=", collectionId)
      .$if(status !== undefined, (query) => query.where("status", "=", status!))
      // Only failed documents have a value here.
      .$if(failedBy !== undefined, (query) => query.where("failed_by", "=", failedBy!));
    const time = new Date().toISOString();
    const rows = await unexpired(afterPosition(matching, anchor?.position), time)
      .select(["id", "created_at"])
      .orderBy("created_at")
      .orderBy("id")
      .limit(limit)
      .offset(offset - (anchor?.offset ?? 0))
      .execute();
    const last = rows.at(-1);
    // A document created in the same millisecond as the newest may sort before it.
    if (last !== undefined && (isFiltered || last.created_at < collection.newest_at)) {
      anchors.put(list, version, {
        offset: offset + rows.length,
        position: { createdAt: last.created_at, id: last.id },
      });
    }
    // Failed documents are counted by an index that contains only these.
    const stored = failedBy === undefined ? totalOf(collection, status) : await countRows(matching);
    const expired = (await expiredDocuments(kysely, collectionId, time)).filter(isListed);
    return { ids: rows.map(({ id }) => id), total: stored - expired.length };
  });
  return { items: (yield* readByIds(database, ids, isListed)).map(documentFromRow), total };
});

type Counts = Pick<
  Selectable<CollectionsTable>,
  "document_count" | "pending_count" | "processing_count" | "failed_count"
>;

const totalOf = (counts: Counts, status: DocumentStatus | undefined): number => {
  const { document_count: all, pending_count: pending, processing_count: processing, failed_count: failed } = counts;
  return status === undefined
    ? all
    : { pending, processing, failed, ready: all - pending - processing - failed }[status];
};

/** Excludes documents whose collection is removed and which are still to be deleted. */
const inExistingCollections = <Row>(documents: SelectQueryBuilder<Tables, "documents", Row>) =>
  documents.where((where) =>
    where.exists(
      where.selectFrom("collections").select("collections.id").whereRef("collections.id", "=", "collection_id"),
    ),
  );

/** Restricts a query to documents after this position in list order. */
const afterPosition = (documents: DocumentsQuery, position: DocumentPosition | undefined): DocumentsQuery =>
  position === undefined
    ? documents
    : documents
        .where("created_at", ">=", position.createdAt)
        .where((where) => where.or([where("created_at", ">", position.createdAt), where("id", ">", position.id)]));

/** Lists by an index that has the documents selected by `narrow` in list order. */
const listAfter = (
  database: DatabaseService,
  narrow: (documents: DocumentsQuery) => DocumentsQuery,
  after: DocumentPosition | undefined,
  limit: number,
) =>
  database.read(async (kysely): Promise<readonly DocumentRecord[]> => {
    const rows = await afterPosition(narrow(kysely.selectFrom("documents")), after)
      .selectAll()
      .orderBy("created_at")
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map(documentFromRow);
  });

const findDocuments = (database: DatabaseService, collectionId: string, ids: readonly string[]) =>
  database.read(async (kysely): Promise<readonly DocumentRecord[]> => {
    const uniqueIds = [...new Set(ids)];
    if (uniqueIds.length === 0) return [];
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("id", "in", uniqueIds)
      .where("collection_id", "=", collectionId)
      .execute();
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    return uniqueIds.flatMap((id) => {
      const row = rowsById.get(id);
      return row === undefined ? [] : [documentFromRow(row)];
    });
  });

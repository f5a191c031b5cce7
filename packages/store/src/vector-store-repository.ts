import type { DocumentStatus } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import type { Selectable } from "kysely";
import { collectionFromRow, type CollectionRecord } from "./collection.ts";
import { Database, type DatabaseService } from "./database.ts";
import { documentFromRow, type DocumentChunking, type DocumentRecord, type StatusCounts } from "./document.ts";
import { inTransaction } from "./in-transaction.ts";
import { now } from "./now.ts";
import { cachedRead } from "./record-cache.ts";
import { type ListPosition, noteRemoved } from "./removed-items.ts";
import type { StoreError } from "./store-error.ts";
import type { CollectionsTable } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import type { FileBatchesTable } from "./uploaded-file-tables.ts";

/** Collection as shown to OpenAI's clients. */
export interface VectorStoreRecord {
  readonly collection: CollectionRecord;
  /** Free text. The collection's name if none was set. */
  readonly name: string;
  readonly expiresAfterDays: number | null;
  /** ISO 8601 UTC. */
  readonly lastActiveAt: string;
  /** Counts of its documents. Cancelled ones are among the failed. */
  readonly counts: StatusCounts;
}

/** Settings of a vector store. Undefined fields stay unchanged. */
export interface VectorStorePatch {
  readonly name?: string | undefined;
  /** Null: never. */
  readonly expiresAfterDays?: number | null | undefined;
  readonly lastActiveAt?: string | undefined;
}

/** Documents by status, with cancelled runs counted separately. */
export type FileCounts = StatusCounts & { readonly cancelled: number };

export interface FileBatchRecord {
  readonly id: string;
  readonly collectionId: string;
  readonly owner: string;
  readonly createdAt: string;
  readonly cancelledAt: string | null;
}

export interface PositionedListRequest {
  readonly isDescending: boolean;
  /** Only items after this position in list order. */
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

export interface VectorStoreRepositoryService {
  readonly find: (collectionId: string) => Effect.Effect<VectorStoreRecord | undefined, StoreError>;
  readonly list: (
    request: PositionedListRequest & { readonly names?: readonly string[] | undefined },
  ) => Effect.Effect<readonly VectorStoreRecord[], StoreError>;
  readonly change: (
    collectionId: string,
    patch: VectorStorePatch,
    within?: Transaction,
  ) => Effect.Effect<void, StoreError>;
  /** Counts the documents of a collection whose run was cancelled. */
  readonly countCancelled: (collectionId: string) => Effect.Effect<number, StoreError>;
  readonly insertBatch: (batch: FileBatchRecord) => Effect.Effect<void, StoreError>;
  readonly findBatch: (id: string) => Effect.Effect<FileBatchRecord | undefined, StoreError>;
  readonly cancelBatch: (id: string) => Effect.Effect<void, StoreError>;
  /** Counts the documents of a batch by a covering index. */
  readonly countBatch: (id: string) => Effect.Effect<FileCounts, StoreError>;
  readonly listBatch: (
    id: string,
    request: PositionedListRequest & { readonly statuses?: readonly DocumentStatus[]; readonly isCancelled?: boolean },
  ) => Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Records how a document was attached. */
  readonly noteAttached: (
    documentId: string,
    note: { readonly batchId?: string | undefined; readonly chunking: DocumentChunking | null },
    within: Transaction,
  ) => Effect.Effect<void, StoreError>;
  /** Records the position of an item removed from a list. */
  readonly noteRemoved: (list: string, item: string, position: ListPosition) => Effect.Effect<void, StoreError>;
  readonly removedPosition: (list: string, item: string) => Effect.Effect<ListPosition | undefined, StoreError>;
  readonly forgetRemoved: (before: string) => Effect.Effect<void, StoreError>;
}

/** Stores and batches cached in memory: every search reads its store. */
const MAX_CACHED_STORES = 1_000;

interface BatchCount {
  readonly status: DocumentStatus;
  readonly is_cancelled: number;
  readonly count: number;
}

type JoinedRow = CollectionsTable & {
  readonly store_name: string | null;
  readonly expires_after_days: number | null;
  readonly last_active_at: string | null;
};

const makeRepository = (database: DatabaseService): VectorStoreRepositoryService => {
  const byId = database.prepareRead<JoinedRow>((kysely, placeholder) =>
    kysely
      .selectFrom("collections")
      .leftJoin("vector_stores", "vector_stores.collection_id", "collections.id")
      .selectAll("collections")
      .select(["vector_stores.name as store_name", "expires_after_days", "last_active_at"])
      .where("collections.id", "=", placeholder(0)),
  );
  const batchById = database.prepareRead<FileBatchesTable>((kysely, placeholder) =>
    kysely.selectFrom("file_batches").selectAll().where("id", "=", placeholder(0)),
  );
  const batchCounts = database.prepareRead<BatchCount>((kysely, placeholder) =>
    kysely
      .selectFrom("documents")
      .select(({ fn, eb }) => [
        "status",
        eb.case().when("failed_by", "is", null).then(1).else(0).end().as("is_cancelled"),
        fn.countAll<number>().as("count"),
      ])
      .where("batch_id", "=", placeholder(0))
      .groupBy(["status", "is_cancelled"]),
  );
  const cancelled = database.prepareRead<{ readonly count: number }>((kysely, placeholder) =>
    kysely
      .selectFrom("documents")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("collection_id", "=", placeholder(0))
      .where("status", "=", "failed")
      .where("failed_by", "is", null)
      .where("batch_id", "is not", null),
  );
  const removed = database.prepareRead<ListPosition>((kysely, placeholder) =>
    kysely
      .selectFrom("removed_items")
      .select(["created_at as createdAt", "id"])
      .where("list", "=", placeholder(0))
      .where("item", "=", placeholder(1)),
  );
  return {
    find: cachedRead(database, MAX_CACHED_STORES, (id) => Effect.map(byId(id), ([row]) => row && storeFromRow(row))),
    list: (request) => listStores(database, request),
    change: (collectionId, { name, expiresAfterDays, lastActiveAt }, within) =>
      inTransaction(
        database,
        async (kysely, time) => {
          const collections = kysely.selectFrom("collections").select("name").where("id", "=", collectionId);
          const collection = await collections.executeTakeFirst();
          if (collection === undefined) return;
          const change = {
            ...(name !== undefined && { name }),
            ...(expiresAfterDays !== undefined && { expires_after_days: expiresAfterDays }),
            ...(lastActiveAt !== undefined && { last_active_at: lastActiveAt }),
          };
          const known = kysely.selectFrom("vector_stores").select("name").where("collection_id", "=", collectionId);
          if ((await known.executeTakeFirst()) !== undefined) {
            await kysely.updateTable("vector_stores").set(change).where("collection_id", "=", collectionId).execute();
            return;
          }
          const defaults = { name: collection.name, expires_after_days: null, last_active_at: time };
          await kysely
            .insertInto("vector_stores")
            .values({ collection_id: collectionId, ...defaults, ...change })
            .execute();
        },
        within,
      ),
    countCancelled: (id) => Effect.map(cancelled(id), ([row]) => Number(row?.count ?? 0)),
    insertBatch: ({ id, collectionId, owner, createdAt, cancelledAt }) => {
      const row = { id, collection_id: collectionId, owner, created_at: createdAt, cancelled_at: cancelledAt };
      return Effect.asVoid(database.run((kysely) => kysely.insertInto("file_batches").values(row).execute()));
    },
    findBatch: (id) => Effect.map(batchById(id), ([row]) => row && batchFromRow(row)),
    cancelBatch: (id) =>
      Effect.flatMap(now, (time) =>
        Effect.asVoid(
          database.run((kysely) =>
            kysely
              .updateTable("file_batches")
              .set({ cancelled_at: time })
              .where("id", "=", id)
              .where("cancelled_at", "is", null)
              .execute(),
          ),
        ),
      ),
    // Cached, because many clients can poll one batch between two commits.
    countBatch: cachedRead(database, MAX_CACHED_STORES, (id) => Effect.map(batchCounts(id), countsOf)),
    listBatch: (id, request) => listBatch(database, id, request),
    noteAttached: (documentId, { batchId, chunking }, within) =>
      Effect.asVoid(
        database.run(
          (kysely) =>
            kysely
              .updateTable("documents")
              .set({
                chunking: chunking === null ? null : JSON.stringify(chunking),
                ...(batchId !== undefined && { batch_id: batchId }),
              })
              .where("id", "=", documentId)
              .execute(),
          within,
        ),
      ),
    noteRemoved: (list, item, position) =>
      inTransaction(database, (kysely) => noteRemoved(kysely, list, item, position)),
    removedPosition: (list, item) => Effect.map(removed(list, item), ([position]) => position),
    forgetRemoved: (before) =>
      Effect.asVoid(
        database.run((kysely) => kysely.deleteFrom("removed_items").where("removed_at", "<", before).execute()),
      ),
  };
};

export class VectorStoreRepository extends Context.Service<VectorStoreRepository, VectorStoreRepositoryService>()(
  "@quarry/store/VectorStoreRepository",
) {
  static readonly layer = Layer.effect(VectorStoreRepository, Effect.map(Database, makeRepository));
}

const listStores = (
  database: DatabaseService,
  { isDescending, after, limit, names }: Parameters<VectorStoreRepositoryService["list"]>[0],
) =>
  database.read(async (kysely) => {
    const order = isDescending ? "desc" : "asc";
    const comparison = isDescending ? "<" : ">";
    const rows = await kysely
      .selectFrom("collections")
      .leftJoin("vector_stores", "vector_stores.collection_id", "collections.id")
      .selectAll("collections")
      .select(["vector_stores.name as store_name", "expires_after_days", "last_active_at"])
      .$if(names !== undefined, (query) => query.where("collections.name", "in", [...names!]))
      .$if(after !== undefined, (query) =>
        query
          .where("created_at", isDescending ? "<=" : ">=", after!.createdAt)
          .where((where) =>
            where.or([
              where("created_at", comparison, after!.createdAt),
              where("collections.id", comparison, after!.id),
            ]),
          ),
      )
      .orderBy("created_at", order)
      .orderBy("collections.id", order)
      .limit(limit)
      .execute();
    return rows.map(storeFromRow);
  });

const listBatch = (
  database: DatabaseService,
  id: string,
  { isDescending, after, limit, statuses, isCancelled }: Parameters<VectorStoreRepositoryService["listBatch"]>[1],
) =>
  database.read(async (kysely) => {
    const order = isDescending ? "desc" : "asc";
    const comparison = isDescending ? "<" : ">";
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("batch_id", "=", id)
      .$if(statuses !== undefined, (query) => query.where("status", "in", [...statuses!]))
      .$if(isCancelled !== undefined, (query) => query.where("failed_by", isCancelled! ? "is" : "is not", null))
      .$if(after !== undefined, (query) =>
        query.where((where) =>
          where.or([
            where("created_at", comparison, after!.createdAt),
            where.and([where("created_at", "=", after!.createdAt), where("id", comparison, after!.id)]),
          ]),
        ),
      )
      .orderBy("created_at", order)
      .orderBy("id", order)
      .limit(limit)
      .execute();
    return rows.map(documentFromRow);
  });

const storeFromRow = (row: JoinedRow): VectorStoreRecord => {
  const collection = collectionFromRow(row);
  const { document_count: all, pending_count: pending, processing_count: processing, failed_count: failed } = row;
  return {
    collection,
    name: row.store_name ?? collection.name,
    expiresAfterDays: row.expires_after_days,
    lastActiveAt: row.last_active_at ?? collection.createdAt,
    counts: { pending, processing, failed, ready: all - pending - processing - failed },
  };
};

const countsOf = (rows: readonly BatchCount[]): FileCounts => {
  const counts = { pending: 0, processing: 0, ready: 0, failed: 0, cancelled: 0 };
  for (const { status, is_cancelled: isCancelled, count } of rows) {
    counts[status === "failed" && Number(isCancelled) === 1 ? "cancelled" : status] += Number(count);
  }
  return counts;
};

const batchFromRow = (row: Selectable<FileBatchesTable>): FileBatchRecord => ({
  id: row.id,
  collectionId: row.collection_id,
  owner: row.owner,
  createdAt: row.created_at,
  cancelledAt: row.cancelled_at,
});

import { Context, Effect, Layer } from "effect";
import type { Kysely, Selectable, SelectQueryBuilder } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import { now } from "./now.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import type { StoredFilesTable, UploadPartsTable, UploadsTable, UploadState } from "./uploaded-file-tables.ts";

/** File outside collections. Timestamps are ISO 8601 UTC. */
export interface StoredFileRecord {
  /** UUID, version 7. */
  readonly id: string;
  /** Owner, who can read it, as can keys without restrictions. */
  readonly owner: string;
  readonly filename: string;
  readonly purpose: string;
  readonly fileType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly contentHash: string;
  readonly blobId: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Multipart upload. */
export interface UploadRecord {
  readonly id: string;
  readonly owner: string;
  readonly filename: string;
  readonly purpose: string;
  /** Total bytes of all parts. */
  readonly size: number;
  readonly state: UploadState;
  readonly fileId: string | null;
  /** Lifetime of the file, in seconds. Null for unlimited. */
  readonly fileSeconds: number | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface UploadPartRecord {
  readonly id: string;
  readonly uploadId: string;
  readonly size: number;
  readonly createdAt: string;
}

export interface StoredFileListRequest {
  /** Only files of this owner. */
  readonly owner?: string | undefined;
  readonly purpose?: string | undefined;
  readonly isDescending: boolean;
  /** Only files after this id in list order. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface StoredFileRepositoryService {
  /** These two omit expired files. */
  readonly find: (id: string) => Effect.Effect<StoredFileRecord | undefined, StoreError>;
  readonly findMany: (ids: readonly string[]) => Effect.Effect<readonly StoredFileRecord[], StoreError>;
  /** Like `findMany`, and locks the files: none can be removed until the transaction ends. */
  readonly pin: (ids: readonly string[], within: Transaction) => Effect.Effect<readonly StoredFileRecord[], StoreError>;
  /** Lists files by id, which is the order of creation. */
  readonly list: (request: StoredFileListRequest) => Effect.Effect<readonly StoredFileRecord[], StoreError>;
  readonly insert: (file: StoredFileRecord, within: Transaction) => Effect.Effect<void, StoreError>;
  /** Returns the blob with this content that a file uses, and pins it until the transaction ends. */
  readonly pinBlob: (contentHash: string, within: Transaction) => Effect.Effect<string | undefined, StoreError>;
  /** Returns false if it did not exist. */
  readonly remove: (id: string, within: Transaction) => Effect.Effect<boolean, StoreError>;
  /** Whether a file or a document uses this blob, or an open upload this part. */
  readonly isUsed: (blobOrPartId: string) => Effect.Effect<boolean, StoreError>;
  /** Lists the documents of all collections that use this blob, by id, after `after`. */
  readonly documentsOf: (
    blobId: string,
    after: string,
    limit: number,
  ) => Effect.Effect<readonly { readonly id: string; readonly collectionId: string }[], StoreError>;
  readonly insertUpload: (upload: UploadRecord) => Effect.Effect<void, StoreError>;
  readonly findUpload: (id: string) => Effect.Effect<UploadRecord | undefined, StoreError>;
  readonly insertPart: (part: UploadPartRecord, within: Transaction) => Effect.Effect<void, StoreError>;
  readonly parts: (uploadId: string) => Effect.Effect<readonly UploadPartRecord[], StoreError>;
  /** Ends a pending upload and deletes the records of its parts. Returns false if it is not pending. */
  readonly endUpload: (
    id: string,
    end: { readonly state: UploadState; readonly fileId: string | null },
    within: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Returns up to `limit` expired files, for their removal. */
  readonly expired: (limit: number) => Effect.Effect<readonly StoredFileRecord[], StoreError>;
  readonly forgetUploads: (before: string) => Effect.Effect<void, StoreError>;
}

const makeRepository = (database: DatabaseService): StoredFileRepositoryService => {
  const byId = database.prepareRead<StoredFilesTable>((kysely, placeholder) =>
    kysely.selectFrom("stored_files").selectAll().where("id", "=", placeholder(0)),
  );
  const uploadById = database.prepareRead<UploadsTable>((kysely, placeholder) =>
    kysely.selectFrom("uploads").selectAll().where("id", "=", placeholder(0)),
  );
  const blobUsers = findBlobUsers(database);
  const locked = <Row>(query: SelectQueryBuilder<Tables, "stored_files", Row>) =>
    query.$if(database.dialect === "mysql", (select) => select.forUpdate());
  return {
    find: (id) => Effect.map(Effect.flatMap(byId(id), unexpired), ([file]) => file),
    findMany: (ids) =>
      ids.length === 0
        ? Effect.succeed([])
        : Effect.flatMap(
            database.read((kysely) => files(kysely, ids).execute()),
            unexpired,
          ),
    pin: (ids, within) =>
      Effect.flatMap(
        database.run((kysely) => locked(files(kysely, ids)).execute(), within),
        unexpired,
      ),
    list: ({ owner, purpose, isDescending, after, limit }) =>
      Effect.flatMap(now, (time) =>
        database.read(async (kysely) => {
          const rows = await kysely
            .selectFrom("stored_files")
            .selectAll()
            .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", time)]))
            .$if(owner !== undefined, (query) => query.where("owner", "=", owner!))
            .$if(purpose !== undefined, (query) => query.where("purpose", "=", purpose!))
            .$if(after !== undefined, (query) => query.where("id", isDescending ? "<" : ">", after!))
            .orderBy("id", isDescending ? "desc" : "asc")
            .limit(limit)
            .execute();
          return rows.map(fileFromRow);
        }),
      ),
    insert: (file, within) =>
      Effect.asVoid(
        database.run((kysely) => kysely.insertInto("stored_files").values(fileRow(file)).execute(), within),
      ),
    pinBlob: (contentHash, within) =>
      database.run(async (kysely) => {
        const blobs = kysely.selectFrom("stored_files").select("blob_id").where("content_hash", "=", contentHash);
        return (await locked(blobs.limit(1)).executeTakeFirst())?.blob_id;
      }, within),
    remove: (id, within) =>
      database.run(async (kysely) => {
        const removed = await kysely.deleteFrom("stored_files").where("id", "=", id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      }, within),
    isUsed: (id) => Effect.map(blobUsers(id), (rows) => rows.length > 0),
    documentsOf: (blobId, after, limit) =>
      database.read((kysely) =>
        kysely
          .selectFrom("documents")
          .select(["id", "collection_id as collectionId"])
          .where("file_id", "=", blobId)
          .where("id", ">", after)
          .orderBy("id")
          .limit(limit)
          .execute(),
      ),
    insertUpload: (upload) =>
      Effect.asVoid(database.run((kysely) => kysely.insertInto("uploads").values(uploadRow(upload)).execute())),
    findUpload: (id) => Effect.map(uploadById(id), ([row]) => row && uploadFromRow(row)),
    insertPart: ({ id, uploadId, size, createdAt }, within) => {
      const row = { id, upload_id: uploadId, size, created_at: createdAt };
      return Effect.asVoid(database.run((kysely) => kysely.insertInto("upload_parts").values(row).execute(), within));
    },
    parts: (uploadId) =>
      database.read(async (kysely) => {
        const rows = await kysely.selectFrom("upload_parts").selectAll().where("upload_id", "=", uploadId).execute();
        return rows.map(partFromRow);
      }),
    endUpload: (id, { state, fileId }, within) =>
      database.run(async (kysely) => {
        const ended = await kysely
          .updateTable("uploads")
          .set({ state, file_id: fileId })
          .where("id", "=", id)
          .where("state", "=", "pending")
          .executeTakeFirst();
        if (ended.numUpdatedRows === 0n) return false;
        await kysely.deleteFrom("upload_parts").where("upload_id", "=", id).execute();
        return true;
      }, within),
    expired: (limit) =>
      Effect.flatMap(now, (time) =>
        database.read(async (kysely) => {
          const expired = kysely.selectFrom("stored_files").selectAll().where("expires_at", "<=", time).limit(limit);
          return (await expired.execute()).map(fileFromRow);
        }),
      ),
    forgetUploads: (before) =>
      inTransaction(database, async (kysely) => {
        const expiredUploads = kysely.selectFrom("uploads").select("id").where("expires_at", "<", before);
        await kysely.deleteFrom("upload_parts").where("upload_id", "in", expiredUploads).execute();
        await kysely.deleteFrom("uploads").where("expires_at", "<", before).execute();
      }),
  };
};

export class StoredFileRepository extends Context.Service<StoredFileRepository, StoredFileRepositoryService>()(
  "@quarry/store/StoredFileRepository",
) {
  static readonly layer = Layer.effect(StoredFileRepository, Effect.map(Database, makeRepository));
}

/** Finds the files, upload parts and documents that use a blob. */
const findBlobUsers = (database: DatabaseService) =>
  database.prepareRead<{ readonly id: string }>((kysely, placeholder) => {
    // One subquery per column, each by its own index: with "or" a database may scan all rows.
    const document = (column: "file_id" | "former_file_id") =>
      kysely.selectFrom("documents").select("id").where(column, "=", placeholder(0)).limit(1);
    return kysely
      .selectFrom("stored_files")
      .select("id")
      .where("blob_id", "=", placeholder(0))
      .unionAll(kysely.selectFrom("upload_parts").select("id").where("id", "=", placeholder(0)))
      .unionAll(kysely.selectFrom(document("file_id").as("current")).select("id"))
      .unionAll(kysely.selectFrom(document("former_file_id").as("former")).select("id"));
  });

const unexpired = (rows: readonly Selectable<StoredFilesTable>[]) =>
  Effect.map(now, (time) => rows.filter((row) => row.expires_at === null || row.expires_at > time).map(fileFromRow));

const files = (kysely: Kysely<Tables>, ids: readonly string[]) =>
  kysely
    .selectFrom("stored_files")
    .selectAll()
    .where("id", "in", [...ids]);

const fileFromRow = (row: Selectable<StoredFilesTable>): StoredFileRecord => ({
  id: row.id,
  owner: row.owner,
  filename: row.filename,
  purpose: row.purpose,
  fileType: row.file_type,
  size: Number(row.size),
  contentHash: row.content_hash,
  blobId: row.blob_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const fileRow = (file: StoredFileRecord): StoredFilesTable => ({
  id: file.id,
  owner: file.owner,
  filename: file.filename,
  purpose: file.purpose,
  file_type: file.fileType,
  size: file.size,
  content_hash: file.contentHash,
  blob_id: file.blobId,
  created_at: file.createdAt,
  expires_at: file.expiresAt,
});

const uploadFromRow = (row: Selectable<UploadsTable>): UploadRecord => ({
  id: row.id,
  owner: row.owner,
  filename: row.filename,
  purpose: row.purpose,
  size: Number(row.size),
  state: row.state,
  fileId: row.file_id,
  fileSeconds: row.file_seconds === null ? null : Number(row.file_seconds),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const uploadRow = (upload: UploadRecord): UploadsTable => ({
  id: upload.id,
  owner: upload.owner,
  filename: upload.filename,
  purpose: upload.purpose,
  size: upload.size,
  state: upload.state,
  file_id: upload.fileId,
  file_seconds: upload.fileSeconds,
  created_at: upload.createdAt,
  expires_at: upload.expiresAt,
});

const partFromRow = (row: Selectable<UploadPartsTable>): UploadPartRecord => ({
  id: row.id,
  uploadId: row.upload_id,
  size: Number(row.size),
  createdAt: row.created_at,
});

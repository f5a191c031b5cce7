import { randomUUID } from "node:crypto";
import { alreadyExists, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import { type DocumentRecord, documentFromRow, externalIdColumns, filenameKey, previousColumns } from "./document.ts";
import { documentFieldValues, removableFieldValues } from "./field-values/document-field-values.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { inTransaction } from "./in-transaction.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** New values of a document's fields other than its bytes. Omitted fields stay unchanged. */
export interface DocumentChange {
  readonly metadata?: JsonObject;
  readonly filename?: string;
  /** Null removes it. */
  readonly externalId?: string | null;
  /** Null: never. */
  readonly expiresAt?: string | null;
}

/** Changes of a document's fields other than its bytes, and the documents for which stores have older metadata. */
export interface DocumentChangesService {
  /**
   * Writes a document's changed fields, and `previousMetadata` for the live version while another is to replace it. If
   * the document has passages, the stores are marked as behind. Fails with `already_exists` if another document has the
   * external id. The caller must have locked the collection.
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
}

export const makeDocumentChanges = (database: DatabaseService): DocumentChangesService => ({
  change: (document, change, previousMetadata, within) =>
    Effect.mapError(
      inTransaction(
        database,
        (kysely, time) => changeDocument(kysely, document, change, previousMetadata, time),
        within,
      ),
      (error) => (error.reason === "unique" ? alreadyExists("external_id: is another document's already") : error),
    ),
  noteLagging: (document, within) => database.run((kysely) => noteLagging(kysely, document), within),
  lagging: (collectionId, limit) =>
    database.read(async (kysely) => {
      const rows = await kysely
        .selectFrom("lagging_documents")
        .select("document_id")
        .where("collection_id", "=", collectionId)
        .limit(limit)
        .execute();
      return rows.map(({ document_id }) => document_id);
    }),
  laggingVersion: (collectionId, documentId) =>
    database.read(async (kysely) => {
      const row = await kysely
        .selectFrom("lagging_documents")
        .select("version")
        .where("collection_id", "=", collectionId)
        .where("document_id", "=", documentId)
        .executeTakeFirst();
      return row?.version;
    }),
  forgetLagging: (collectionId, documentId, version, within) =>
    database.run((kysely) => forgetLagging(kysely, collectionId, documentId, version), within),
});

const changeDocument = async (
  kysely: Kysely<Tables>,
  document: DocumentRecord,
  { metadata, filename, externalId, expiresAt }: DocumentChange,
  previousMetadata: JsonObject | undefined,
  time: string,
): Promise<DocumentRecord> => {
  const { former: previous } = document;
  const before = await kysely
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", document.id)
    .executeTakeFirstOrThrow();
  const columns = {
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    ...(filename !== undefined && { filename, filename_key: filenameKey(filename) }),
    ...(externalId !== undefined && externalIdColumns(externalId)),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(previous !== null &&
      previousMetadata !== undefined &&
      previousColumns({ ...previous, metadata: previousMetadata, ...(filename !== undefined && { filename }) })),
    updated_at: nextTimestamp(document.updatedAt, time),
  };
  await kysely.updateTable("documents").set(columns).where("id", "=", document.id).execute();
  if (document.liveGeneration !== null) await noteLagging(kysely, document);
  const after = { ...before, ...columns };
  const rowKey = { collectionId: before.collection_id, number: before.number };
  await changeFieldValues(kysely, rowKey, removableFieldValues(before), documentFieldValues(after));
  return documentFromRow(after);
};

/**
 * Returns a later timestamp than `before`: every state of a document has its own timestamp, by which callers
 * distinguish states.
 */
export const nextTimestamp = (before: string, time: string): string =>
  time > before ? time : new Date(Date.parse(before) + 1).toISOString();

/** Marks stores as behind for this document. An update to an earlier version no longer counts as complete. */
const noteLagging = async (
  kysely: Kysely<Tables>,
  { collectionId, id }: Pick<DocumentRecord, "collectionId" | "id">,
): Promise<void> => {
  const version = randomUUID();
  const updated = await kysely
    .updateTable("lagging_documents")
    .set({ version })
    .where("collection_id", "=", collectionId)
    .where("document_id", "=", id)
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  await kysely
    .insertInto("lagging_documents")
    .values({ collection_id: collectionId, document_id: id, version })
    .execute();
  await countLagging(kysely, collectionId, 1);
};

/**
 * Clears the mark that stores are behind for this document. With a version: returns false if the document was changed
 * again since.
 */
export const forgetLagging = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  documentId: string,
  version?: string,
): Promise<boolean> => {
  const removed = await kysely
    .deleteFrom("lagging_documents")
    .where("collection_id", "=", collectionId)
    .where("document_id", "=", documentId)
    .$if(version !== undefined, (rows) => rows.where("version", "=", version!))
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return false;
  await countLagging(kysely, collectionId, -1);
  return true;
};

const countLagging = (kysely: Kysely<Tables>, collectionId: string, by: 1 | -1) =>
  kysely
    .updateTable("collections")
    .set({ lagging_count: sql<number>`lagging_count + ${by}` })
    .where("id", "=", collectionId)
    .execute();

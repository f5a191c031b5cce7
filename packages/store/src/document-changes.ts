import { randomUUID } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import { type DocumentRecord, documentFromRow, externalIdColumns, filenameKey, previousColumns } from "./document.ts";
import { documentFieldValues, removableFieldValues } from "./field-values/document-field-values.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { now } from "./now.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** New values of a document's fields other than its bytes; absent fields stay. */
export interface DocumentChange {
  readonly metadata?: JsonObject;
  readonly filename?: string;
  /** Null takes it away. */
  readonly externalId?: string | null;
  /** Null: never. */
  readonly expiresAt?: string | null;
}

/** A document of which stores have older metadata, and which change they are to be brought up to. */
export interface LaggingDocument {
  readonly documentId: string;
  readonly version: string;
}

/**
 * Writes what is said of a document; of the version that answers while another is to replace it, `previousMetadata`. Where it
 * has passages, the stores are noted to be behind. The caller has locked the collection. Fails with `unique` where the
 * external id is another's.
 */
export const changeDocument = (
  database: DatabaseService,
  document: DocumentRecord,
  change: DocumentChange,
  previousMetadata: JsonObject | undefined,
  within: Transaction,
) =>
  Effect.gen(function* () {
    const time = laterThan(document.updatedAt, yield* now);
    const { metadata, filename, externalId, expiresAt } = change;
    const { former: previous } = document;
    const row = yield* database.run(async (kysely) => {
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
        updated_at: time,
      };
      await kysely.updateTable("documents").set(columns).where("id", "=", document.id).execute();
      if (document.liveGeneration !== null) await noteLagging(kysely, document);
      const after = { ...before, ...columns };
      const rowKey = { collectionId: before.collection_id, number: before.number };
      await changeFieldValues(kysely, rowKey, removableFieldValues(before), documentFieldValues(after));
      return after;
    }, within);
    return documentFromRow(row);
  });

/** Each state of a document has a time of its own: callers tell states apart by it. */
export const laterThan = (before: string, time: string): string =>
  time > before ? time : new Date(Date.parse(before) + 1).toISOString();

/** Marks stores as behind this document; an update to an earlier change no longer counts as complete. */
export const noteLagging = async (
  kysely: Kysely<Tables>,
  { collectionId, id }: Pick<DocumentRecord, "collectionId" | "id">,
): Promise<void> => {
  const version = randomUUID();
  const known = await kysely
    .updateTable("lagging_documents")
    .set({ version })
    .where("collection_id", "=", collectionId)
    .where("document_id", "=", id)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return;
  await kysely
    .insertInto("lagging_documents")
    .values({ collection_id: collectionId, document_id: id, version })
    .execute();
  await countLagging(kysely, collectionId, 1);
};

/**
 * Marks no store as behind this document any more. With a version: returns false if the document was changed again
 * since.
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

/** At most so many documents of the collection that stores are behind of. */
export const readLagging = (database: DatabaseService, collectionId: string, limit: number) =>
  database.read(async (kysely): Promise<readonly string[]> => {
    const rows = await kysely
      .selectFrom("lagging_documents")
      .select("document_id")
      .where("collection_id", "=", collectionId)
      .limit(limit)
      .execute();
    return rows.map(({ document_id }) => document_id);
  });

/** The change that stores are to be brought up to; undefined when they are. */
export const readLaggingVersion = (database: DatabaseService, collectionId: string, documentId: string) =>
  database.read(async (kysely): Promise<string | undefined> => {
    const row = await kysely
      .selectFrom("lagging_documents")
      .select("version")
      .where("collection_id", "=", collectionId)
      .where("document_id", "=", documentId)
      .executeTakeFirst();
    return row?.version;
  });

import type { DocumentStatus } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely, Selectable } from "kysely";
import { changeCounters, statusChange } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { nextTimestamp } from "./document-changes.ts";
import {
  documentFromRow,
  type DocumentRecord,
  filenameKey,
  type FinishedRun,
  previousColumns,
  type Replacement,
  type Restarted,
  type RunFailure,
  type SwitchResult,
} from "./document.ts";
import { documentFieldValues, removableFieldValues, statusFieldValues } from "./field-values/document-field-values.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { inTransaction } from "./in-transaction.ts";
import { lockDocument, inCurrentRun } from "./lock-document.ts";
import type { StoreError } from "./store-error.ts";
import type { DocumentsTable, FailureSource, Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Changes of a document's runs. Each one except `restart` is fenced: it applies only while the document exists and
 * `generation` is its current run. To fence off a worker that lost its lease as well, complete its job in the same transaction and fail that transaction if the
 * job is no longer the worker's.
 */
export interface DocumentRunsService {
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
   * Starts a new run in any state: generation + 1, pending, no error. The bytes are the same or those of a replacement,
   * for which the caller must have locked the collection; the live version stays until the run replaces it. Returns
   * undefined if the document does not exist.
   */
  readonly restart: (
    collectionId: string,
    id: string,
    replacement?: Replacement,
    within?: Transaction,
  ) => Effect.Effect<Restarted | undefined, StoreError>;
}

export const makeDocumentRuns = (database: DatabaseService): DocumentRunsService => ({
  beginProcessing: (id, generation, within) =>
    changeRun(database, id, generation, ["pending", "processing"], { status: "processing" }, within),
  finishReady: (id, generation, run, within) =>
    Effect.map(
      inCurrentRun(database, id, generation, within, (kysely, before, time) => switchLive(kysely, before, run, time)),
      (switched) => switched ?? NOT_SWITCHED,
    ),
  finishFailed: (id, generation, { message, by }, within) => {
    const change = { status: "failed", error_message: message, failed_by: by } as const;
    return changeRun(database, id, generation, ["pending", "processing"], change, within);
  },
  restart: (collectionId, id, replacement, within) =>
    inTransaction(
      database,
      async (kysely, time) => {
        const row = await lockDocument(database, kysely, id)
          .selectAll()
          .where("collection_id", "=", collectionId)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const before = documentFromRow(row);
        const changedAt = nextTimestamp(before.updatedAt, time);
        const { columns, droppedFileId } =
          replacement === undefined ? UNCHANGED_BYTES : replacementColumns(before, replacement);
        await kysely
          .updateTable("documents")
          .set((column) => ({
            ...columns,
            generation: column("generation", "+", 1),
            status: "pending",
            error_message: null,
            failed_by: null,
            updated_at: changedAt,
          }))
          .where("id", "=", id)
          .execute();
        const bytes = (replacement?.fileSize ?? before.fileSize) - before.fileSize;
        if (before.status !== "pending" || bytes !== 0) {
          await changeCounters(kysely, collectionId, { ...statusChange(before.status, "pending"), bytes });
        }
        const after = await kysely.selectFrom("documents").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
        const rowKey = { collectionId, number: row.number };
        await changeFieldValues(kysely, rowKey, removableFieldValues(row), documentFieldValues(after));
        return { document: documentFromRow(after), droppedFileId };
      },
      within,
    ),
});

const NOT_SWITCHED: SwitchResult = { switched: false, replacedGeneration: null, droppedFileId: null };

const UNCHANGED_BYTES = { columns: {}, droppedFileId: null };

/**
 * Returns the columns of a replaced document, and the file to delete. The live version retains its file until the new
 * run replaces it; the file of a version that was never live is deleted.
 */
const replacementColumns = (before: DocumentRecord, by: Replacement) => {
  const isLive = before.liveGeneration !== null && before.former === null;
  return {
    columns: {
      ...(isLive && previousColumns(before)),
      file_id: by.fileId,
      filename: by.filename,
      filename_key: filenameKey(by.filename),
      file_type: by.fileType,
      file_size: by.fileSize,
      content_hash: by.contentHash,
      metadata: JSON.stringify(by.metadata),
      expires_at: by.expiresAt,
      source_url: by.sourceUrl,
      fetched: null,
    },
    droppedFileId: isLive ? null : before.fileId,
  };
};

interface RunChange {
  readonly status: DocumentStatus;
  readonly error_message?: string;
  readonly failed_by?: FailureSource | null;
}

/** Fenced change: applies only to this run, and only from these states. */
const changeRun = (
  database: DatabaseService,
  id: string,
  generation: number,
  from: readonly DocumentStatus[],
  change: RunChange,
  within: Transaction | undefined,
) =>
  inTransaction(
    database,
    async (kysely, time) => {
      const before = await lockDocument(database, kysely, id)
        .select(["collection_id", "status", "failed_by", "number"])
        .where("generation", "=", generation)
        .where("status", "in", from)
        .executeTakeFirst();
      if (before === undefined) return false;
      // The collection may be removed while the document's row still exists.
      const collectionExists =
        before.status === change.status ||
        (await changeCounters(kysely, before.collection_id, statusChange(before.status, change.status)));
      if (!collectionExists) return false;
      const rowKey = { collectionId: before.collection_id, number: before.number };
      await changeFieldValues(kysely, rowKey, statusFieldValues(before), statusFieldValues({ ...before, ...change }));
      await kysely
        .updateTable("documents")
        .set({ ...change, updated_at: time })
        .where("id", "=", id)
        .execute();
      return true;
    },
    within,
  );

const switchLive = async (
  kysely: Kysely<Tables>,
  before: Selectable<DocumentsTable>,
  run: FinishedRun,
  time: string,
): Promise<SwitchResult | undefined> => {
  const collectionExists = await changeCounters(kysely, before.collection_id, {
    ...statusChange("processing", "ready"),
    chunks: run.chunkCount - before.chunk_count,
    tokens: run.tokenCount - before.token_count,
  });
  // The collection may be removed while the document's row still exists.
  if (!collectionExists) return undefined;
  const change = {
    status: "ready",
    error_message: null,
    live_generation: before.generation,
    former: null,
    former_file_id: null,
    chunk_count: run.chunkCount,
    token_count: run.tokenCount,
    info: run.info === null ? null : JSON.stringify(run.info),
    updated_at: time,
  } as const;
  await kysely.updateTable("documents").set(change).where("id", "=", before.id).execute();
  const rowKey = { collectionId: before.collection_id, number: before.number };
  await changeFieldValues(kysely, rowKey, removableFieldValues(before), documentFieldValues({ ...before, ...change }));
  return { switched: true, replacedGeneration: before.live_generation, droppedFileId: before.former_file_id };
};

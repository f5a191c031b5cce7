import type { Effect } from "effect";
import type { Selectable } from "kysely";
import { changeCounters, statusChange } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { nextTimestamp } from "./document-changes.ts";
import { documentFromRow, type DocumentRecord, type FetchedPage, previousColumns } from "./document.ts";
import { documentFieldValues, removableFieldValues, statusFieldValues } from "./field-values/document-field-values.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { inCurrentRun } from "./lock-document.ts";
import type { StoreError } from "./store-error.ts";
import type { DocumentsTable } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

type Row = Selectable<DocumentsTable>;

/** Columns that describe a page's stored bytes, in the document's existing file or in another one. */
type FetchedBytes = Pick<DocumentRecord, "fileId" | "fileType" | "fileSize" | "contentHash">;

/** Changes of the current run of a web page. Each returns undefined if the run is not current. */
export interface FetchedDocumentsService {
  /**
   * Records that the document's file was replaced or is about to be: the validators of the previous one are cleared
   * until the run ends (`saveFetched`). Without bytes, does only that. If the file is another one, the live version
   * retains its own until then.
   */
  readonly noteFetched: (
    id: string,
    generation: number,
    bytes: FetchedBytes | undefined,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
  /** Stores the server's validators of the bytes that the current run has read, before the run goes live. */
  readonly saveFetched: (
    id: string,
    generation: number,
    fetched: FetchedPage,
    within?: Transaction,
  ) => Effect.Effect<true | undefined, StoreError>;
  /** Ends the current run as ready with the chunks of the previous run, which had the same bytes. */
  readonly finishUnchanged: (
    id: string,
    generation: number,
    fetched: FetchedPage,
    within?: Transaction,
  ) => Effect.Effect<true | undefined, StoreError>;
}

export const makeFetchedDocuments = (database: DatabaseService): FetchedDocumentsService => ({
  noteFetched: (id, generation, bytes, within) =>
    inCurrentRun(database, id, generation, within, async (kysely, row, time) => {
      const before = documentFromRow(row);
      const columns = {
        ...fetchedColumns(before, bytes),
        fetched: null,
        updated_at: nextTimestamp(row.updated_at, time),
      };
      const after = { ...row, ...columns };
      // Also runs for a change of 0: it locks the collection, whose field values are changed.
      const change = { bytes: after.file_size - before.fileSize };
      if (!(await changeCounters(kysely, before.collectionId, change))) return undefined;
      await kysely.updateTable("documents").set(columns).where("id", "=", id).execute();
      await changeFieldValues(kysely, rowKeyOf(row), removableFieldValues(row), documentFieldValues(after));
      return documentFromRow(after);
    }),
  saveFetched: (id, generation, fetched, within) =>
    inCurrentRun(database, id, generation, within, async (kysely) => {
      await kysely
        .updateTable("documents")
        .set({ fetched: JSON.stringify(fetched) })
        .where("id", "=", id)
        .execute();
      return true as const;
    }),
  finishUnchanged: (id, generation, fetched, within) =>
    inCurrentRun(database, id, generation, within, async (kysely, before, time) => {
      if (!(await changeCounters(kysely, before.collection_id, statusChange("processing", "ready")))) return undefined;
      const change = { status: "ready", error_message: null, fetched: JSON.stringify(fetched) } as const;
      await kysely
        .updateTable("documents")
        .set({ ...change, updated_at: nextTimestamp(before.updated_at, time) })
        .where("id", "=", id)
        .execute();
      const after = statusFieldValues({ ...before, ...change });
      await changeFieldValues(kysely, rowKeyOf(before), statusFieldValues(before), after);
      return true as const;
    }),
});

const fetchedColumns = (before: DocumentRecord, bytes: FetchedBytes | undefined) =>
  bytes === undefined
    ? {}
    : {
        ...(bytes.fileId !== before.fileId && previousColumns(before)),
        file_id: bytes.fileId,
        file_type: bytes.fileType,
        file_size: bytes.fileSize,
        content_hash: bytes.contentHash,
      };

const rowKeyOf = (row: Row) => ({ collectionId: row.collection_id, number: row.number });

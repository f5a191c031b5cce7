import { alreadyExists, type DomainError, notFound } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely } from "kysely";
import { changeCounters } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { forgetLagging } from "./document-changes.ts";
import {
  documentFromRow,
  type DocumentRecord,
  externalIdOf,
  type NewDocument,
  newDocumentRow,
  type RestoredDocument,
} from "./document.ts";
import { removableFieldValues } from "./field-values/document-field-values.ts";
import { assignNumbers } from "./field-values/assign-numbers.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { inTransaction } from "./in-transaction.ts";
import { lockDocument } from "./lock-document.ts";
import { isFileId, noteRemoved } from "./removed-items.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Additions and removals of documents. An addition fails with `not_found` if the collection does not exist. */
export interface DocumentWritesService {
  readonly insert: (
    document: NewDocument,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /**
   * Inserts documents of one collection that existed elsewhere: those with a finished run are ready, under generation 1;
   * all others are pending. Fails with `already_exists` if one of their ids is taken.
   */
  readonly restore: (
    documents: readonly RestoredDocument[],
    within?: Transaction,
  ) => Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  /** Returns the removed document, or undefined if it did not exist. */
  readonly remove: (
    collectionId: string,
    id: string,
    within?: Transaction,
  ) => Effect.Effect<DocumentRecord | undefined, StoreError>;
}

export const makeDocumentWrites = (database: DatabaseService): DocumentWritesService => ({
  // Updates the counters first, which locks the collection's row: a concurrent deletion is either visible here or waits,
  // and two uploads can't deadlock on the foreign key.
  insert: (document, within) =>
    orNotFound(
      inTransaction(
        database,
        async (kysely, time) => {
          const row = newDocumentRow(document, time);
          const change = {
            documents: 1,
            inStatus: { pending: 1 },
            bytes: document.fileSize,
            createdAt: row.created_at,
          };
          if (!(await changeCounters(kysely, document.collectionId, change))) return undefined;
          await kysely
            .insertInto("documents")
            .values(await assignNumbers(kysely, document.collectionId, [row]))
            .execute();
          return documentFromRow(row);
        },
        within,
      ),
    ),
  restore: (documents, within) =>
    orNotFound(
      Effect.mapError(
        inTransaction(database, (kysely, time) => restoreDocuments(kysely, documents, time), within),
        (error) =>
          error.reason === "unique"
            ? alreadyExists(
                `a document with an id from ${documents[0]!.id} to ${documents.at(-1)!.id}, or with the external_id of one, exists already`,
              )
            : error,
      ),
    ),
  remove: (collectionId, id, within) =>
    inTransaction(
      database,
      async (kysely) => {
        const row = await lockDocument(database, kysely, id)
          .selectAll()
          .where("collection_id", "=", collectionId)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const externalId = externalIdOf(row);
        if (externalId !== null && isFileId(externalId)) {
          await noteRemoved(kysely, collectionId, externalId, { createdAt: row.created_at, id });
        }
        await kysely.deleteFrom("documents").where("id", "=", id).execute();
        await forgetLagging(kysely, collectionId, id);
        const collectionExists = await changeCounters(kysely, collectionId, {
          documents: -1,
          inStatus: { [row.status]: -1 },
          chunks: -row.chunk_count,
          tokens: -row.token_count,
          bytes: -row.file_size,
        });
        if (collectionExists)
          await changeFieldValues(kysely, { collectionId, number: row.number }, removableFieldValues(row), []);
        return documentFromRow(row);
      },
      within,
    ),
});

const orNotFound = <A, E>(added: Effect.Effect<A | undefined, E>): Effect.Effect<A, E | DomainError> =>
  Effect.flatMap(added, (found) =>
    found === undefined ? Effect.fail(notFound("the collection no longer exists")) : Effect.succeed(found),
  );

/** Returns undefined if the collection does not exist. */
const restoreDocuments = async (
  kysely: Kysely<Tables>,
  documents: readonly RestoredDocument[],
  time: string,
): Promise<readonly DocumentRecord[] | undefined> => {
  const [first] = documents;
  if (first === undefined) return [];
  const rows = documents.map((document) => restoredRow(document, time));
  const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + count(row), 0);
  const change = {
    documents: rows.length,
    inStatus: { pending: sum((row) => (row.status === "pending" ? 1 : 0)) },
    chunks: sum((row) => row.chunk_count),
    tokens: sum((row) => row.token_count),
    bytes: sum((row) => row.file_size),
  };
  if (!(await changeCounters(kysely, first.collectionId, change))) return undefined;
  await removeOrphanRows(kysely, rows);
  await kysely
    .insertInto("documents")
    .values(await assignNumbers(kysely, first.collectionId, rows))
    .execute();
  return rows.map(documentFromRow);
};

/** Removes rows of documents whose collection no longer exists. */
const removeOrphanRows = (kysely: Kysely<Tables>, rows: readonly { readonly id: string }[]) =>
  kysely
    .deleteFrom("documents")
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("collection_id", "not in", kysely.selectFrom("collections").select("id"))
    .execute();

const restoredRow = (document: RestoredDocument, time: string) => {
  const row = { ...newDocumentRow(document, time), created_at: document.createdAt };
  if (document.run === null) return row;
  const { chunkCount, tokenCount, info } = document.run;
  return {
    ...row,
    status: "ready" as const,
    live_generation: row.generation,
    chunk_count: chunkCount,
    token_count: tokenCount,
    info: info === null ? null : JSON.stringify(info),
  };
};

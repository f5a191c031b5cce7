import { notFound } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { changeCounters } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { forgetLagging } from "./document-changes.ts";
import { documentFromRow, externalIdOf, type NewDocument, newDocumentRow } from "./document.ts";
import { removableFieldValues } from "./field-values/document-field-values.ts";
import { assignNumbers } from "./field-values/assign-numbers.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { lockDocument } from "./lock-document.ts";
import { now } from "./now.ts";
import { isFileId, noteRemoved } from "./removed-items.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Updates the counters first, which locks the collection's row: a concurrent deletion is either visible here or waits,
 * and two uploads can't deadlock on the foreign key.
 */
export const insertDocument = (database: DatabaseService, document: NewDocument, within: Transaction | undefined) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const row = newDocumentRow(document, yield* now);
      const inserted = yield* database.run(async (kysely) => {
        const change = {
          documents: 1,
          inStatus: { pending: 1 },
          bytes: document.fileSize,
          createdAt: row.created_at,
        };
        if (!(await changeCounters(kysely, document.collectionId, change))) return false;
        await kysely
          .insertInto("documents")
          .values(await assignNumbers(kysely, document.collectionId, [row]))
          .execute();
        return true;
      }, transaction);
      if (!inserted) return yield* notFound("the collection no longer exists");
      return documentFromRow(row);
    }),
    within,
  );

export const removeDocument = (
  database: DatabaseService,
  collectionId: string,
  id: string,
  within: Transaction | undefined,
) =>
  database.transaction(
    (transaction) =>
      database.run(async (kysely) => {
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
      }, transaction),
    within,
  );

import { Effect } from "effect";
import type { Kysely, Selectable } from "kysely";
import type { DatabaseService } from "../database.ts";
import { externalIdColumns, externalIdOf, filenameKey } from "../document.ts";
import { makeMetaRepository } from "../meta-repository.ts";
import type { StoreError } from "../store-error.ts";
import type { DocumentsTable, Tables } from "../tables.ts";
import { DONE, PROGRESS_KEY } from "./canonical-progress.ts";
import { documentFieldValues, previousFieldValues } from "./document-field-values.ts";
import { changeFieldValues } from "./write-field-values.ts";

/** Documents per transaction: about ten milliseconds, for which other writers wait. */
const DOCUMENTS_PER_TRANSACTION = 50;

/**
 * Converts documents written before the canonical form existed: their field values, external ids and name keys.
 * Continues in id order from the last position: once all are done, a start reads one row. Returns the number of
 * converted documents.
 */
export const giveCanonicalForm = (database: DatabaseService): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    const meta = makeMetaRepository(database);
    let count = 0;
    for (;;) {
      const after = yield* meta.get(PROGRESS_KEY);
      if (after === DONE) return count;
      const converted = yield* database.transaction((transaction) =>
        Effect.gen(function* () {
          const ids = yield* database.run((kysely) => convertBatch(kysely, database.dialect, after ?? ""), transaction);
          yield* meta.set(PROGRESS_KEY, ids.at(-1) ?? DONE, transaction);
          return ids.length;
        }),
      );
      count += converted;
      // Yields to other work.
      yield* Effect.sleep(0);
    }
  });

const convertBatch = async (kysely: Kysely<Tables>, dialect: DatabaseService["dialect"], after: string) => {
  // Locks in the order of status changes: the document first, then its collection.
  const rows = await kysely
    .selectFrom("documents")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(DOCUMENTS_PER_TRANSACTION)
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .execute();
  const collectionIds = [...new Set(rows.map((row) => row.collection_id))];
  if (dialect === "mysql" && collectionIds.length > 0) {
    await kysely
      .selectFrom("collections")
      .select("id")
      .where("id", "in", collectionIds)
      .orderBy("id")
      .forUpdate()
      .execute();
  }
  for (const row of rows) await convertDocument(kysely, row);
  return rows.map(({ id }) => id);
};

const convertDocument = async (kysely: Kysely<Tables>, row: Selectable<DocumentsTable>): Promise<void> => {
  const canonical = externalIdColumns(externalIdOf(row));
  const isRenamed =
    canonical.external_id_sent !== row.external_id_sent &&
    !(await isExternalIdTaken(kysely, row, canonical.external_id!));
  const columns = { filename_key: filenameKey(row.filename), ...(isRenamed && canonical) };
  if (isRenamed || columns.filename_key !== row.filename_key) {
    await kysely.updateTable("documents").set(columns).where("id", "=", row.id).execute();
  }
  const rowKey = { collectionId: row.collection_id, number: row.number };
  await changeFieldValues(kysely, rowKey, previousFieldValues(row), documentFieldValues(row));
};

/**
 * Whether another document has the same external id in NFC. Then this one stays unchanged, and is found by its document
 * id.
 */
const isExternalIdTaken = async (
  kysely: Kysely<Tables>,
  { collection_id }: Selectable<DocumentsTable>,
  id: Uint8Array,
) =>
  (await kysely
    .selectFrom("documents")
    .select("id")
    .where("collection_id", "=", collection_id)
    .where("external_id", "=", id)
    .executeTakeFirst()) !== undefined;

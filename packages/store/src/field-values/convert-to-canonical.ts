import { Effect } from "effect";
import type { Kysely, Selectable } from "kysely";
import type { DatabaseService } from "../database.ts";
import { externalIdColumns, externalIdOf, filenameKey } from "../document.ts";
import { makeMetaRepository } from "../meta-repository.ts";
import type { StoreError } from "../store-error.ts";
import type { DocumentsTable, Tables } from "../tables.ts";
import { DONE, PROGRESS } from "./canonical-progress.ts";
import { documentFieldValues, previousFieldValues } from "./document-field-values.ts";
import { changeFieldValues } from "./write-field-values.ts";

/** Documents of one transaction: some ten milliseconds, for which other writers wait. */
const AT_ONCE = 50;

/**
 * Brings documents that were written before there was a canonical form into it: their field values, own ids and the keys of their names. In
 * the order of ids, from where it was last: a start after the last one reads one row. Gives how many documents there were.
 */
export const giveCanonicalForm = (database: DatabaseService): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    const meta = makeMetaRepository(database);
    let count = 0;
    for (;;) {
      const after = yield* meta.get(PROGRESS);
      if (after === DONE) return count;
      const converted = yield* database.transaction((transaction) =>
        Effect.gen(function* () {
          const ids = yield* database.run((kysely) => giveSome(kysely, database.dialect, after ?? ""), transaction);
          yield* meta.set(PROGRESS, ids.at(-1) ?? DONE, transaction);
          return ids.length;
        }),
      );
      count += converted;
      // Yields to other work.
      yield* Effect.sleep(0);
    }
  });

const giveSome = async (kysely: Kysely<Tables>, dialect: DatabaseService["dialect"], after: string) => {
  // A change of a document's status locks the document first, then its collection.
  const rows = await kysely
    .selectFrom("documents")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
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
  for (const row of rows) await giveOne(kysely, row);
  return rows.map(({ id }) => id);
};

const giveOne = async (kysely: Kysely<Tables>, row: Selectable<DocumentsTable>): Promise<void> => {
  const own = externalIdColumns(externalIdOf(row));
  const isRenamed = own.external_id_sent !== row.external_id_sent && !(await isTaken(kysely, row, own.external_id!));
  const columns = { filename_key: filenameKey(row.filename), ...(isRenamed && own) };
  if (isRenamed || columns.filename_key !== row.filename_key) {
    await kysely.updateTable("documents").set(columns).where("id", "=", row.id).execute();
  }
  const rowKey = { collectionId: row.collection_id, number: row.number };
  await changeFieldValues(kysely, rowKey, previousFieldValues(row), documentFieldValues(row));
};

/** Whether another document has the same external id in NFC: then this one stays as it is, and is found by its id. */
const isTaken = async (kysely: Kysely<Tables>, { collection_id }: Selectable<DocumentsTable>, id: Uint8Array) =>
  (await kysely
    .selectFrom("documents")
    .select("id")
    .where("collection_id", "=", collection_id)
    .where("external_id", "=", id)
    .executeTakeFirst()) !== undefined;

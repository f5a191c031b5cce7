import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "../database.ts";
import { filenameKey } from "../document.ts";
import { inTransaction } from "../in-transaction.ts";
import type { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { documentFieldValues } from "./document-field-values.ts";
import { changeFieldValues } from "./write-field-values.ts";

/** Documents numbered per transaction: about ten milliseconds, for which other writers wait. */
const DOCUMENTS_PER_TRANSACTION = 50;

/**
 * Assigns numbers and field values to documents from a version without them, a few at a time. Several processes can run
 * it concurrently. Returns the number of documents.
 */
export const indexFieldValues = (database: DatabaseService): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let indexed = 0;
    for (;;) {
      const batch = yield* database.read(findUnnumbered);
      if (batch === undefined) return indexed;
      indexed += yield* inTransaction(database, (kysely) => numberBatch(kysely, database.dialect, batch));
      // Yields to other work.
      yield* Effect.sleep(0);
    }
  });

interface UnnumberedDocuments {
  readonly collectionId: string;
  readonly ids: readonly string[];
}

/** Finds documents without a number whose collection exists. Those of removed collections are deleted without one. */
const findUnnumbered = async (kysely: Kysely<Tables>): Promise<UnnumberedDocuments | undefined> => {
  const rows = await kysely
    .selectFrom("documents")
    .innerJoin("collections", "collections.id", "documents.collection_id")
    .select(["documents.id", "documents.collection_id"])
    .where("documents.number", "is", null)
    .orderBy("documents.collection_id")
    .limit(DOCUMENTS_PER_TRANSACTION)
    .execute();
  const collectionId = rows[0]?.collection_id;
  if (collectionId === undefined) return undefined;
  return { collectionId, ids: rows.filter((row) => row.collection_id === collectionId).map(({ id }) => id) };
};

const numberBatch = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  { collectionId, ids }: UnnumberedDocuments,
): Promise<number> => {
  // Locks in the order of status changes: the document first, then its collection.
  const rows = await kysely
    .selectFrom("documents")
    .selectAll()
    .where("id", "in", ids)
    .where("number", "is", null)
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .execute();
  const reserved = await kysely
    .updateTable("collections")
    .set({ last_number: sql<number>`last_number + ${rows.length}` })
    .where("id", "=", collectionId)
    .executeTakeFirst();
  if (reserved.numUpdatedRows === 0n) return 0;
  const collections = kysely.selectFrom("collections").select("last_number").where("id", "=", collectionId);
  const { last_number: last } = await collections.executeTakeFirstOrThrow();
  for (const [index, row] of rows.entries()) {
    const number = last - rows.length + index + 1;
    await kysely
      .updateTable("documents")
      .set({ number, filename_key: filenameKey(row.filename) })
      .where("id", "=", row.id)
      .execute();
    await changeFieldValues(kysely, { collectionId, number }, [], documentFieldValues(row));
  }
  return rows.length;
};

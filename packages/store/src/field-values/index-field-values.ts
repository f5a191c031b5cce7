import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "../database.ts";
import { filenameKey } from "../document.ts";
import type { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { documentFieldValues } from "./document-field-values.ts";
import { changeFieldValues } from "./write-field-values.ts";

/** Documents that get a number in one transaction: some ten milliseconds, for which other writers wait. */
const AT_ONCE = 50;

/**
 * Gives numbers and field values to documents of a version that had none, a few at a time; several processes may. Gives how many there
 * were.
 */
export const indexFieldValues = (database: DatabaseService): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let indexed = 0;
    for (;;) {
      const some = yield* database.read(findLacking);
      if (some === undefined) return indexed;
      indexed += yield* database.transaction((transaction) =>
        database.run((kysely) => giveSome(kysely, database.dialect, some), transaction),
      );
      // Yields to other work.
      yield* Effect.sleep(0);
    }
  });

interface Lacking {
  readonly collectionId: string;
  readonly ids: readonly string[];
}

/** Finds documents without a number whose collection exists; those of deleted collections are removed without one. */
const findLacking = async (kysely: Kysely<Tables>): Promise<Lacking | undefined> => {
  const rows = await kysely
    .selectFrom("documents")
    .innerJoin("collections", "collections.id", "documents.collection_id")
    .select(["documents.id", "documents.collection_id"])
    .where("documents.number", "is", null)
    .orderBy("documents.collection_id")
    .limit(AT_ONCE)
    .execute();
  const collectionId = rows[0]?.collection_id;
  if (collectionId === undefined) return undefined;
  return { collectionId, ids: rows.filter((row) => row.collection_id === collectionId).map(({ id }) => id) };
};

const giveSome = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  { collectionId, ids }: Lacking,
): Promise<number> => {
  // Changes of a document's status lock the document first, and then its collection.
  const rows = await kysely
    .selectFrom("documents")
    .selectAll()
    .where("id", "in", ids)
    .where("number", "is", null)
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .execute();
  const lifted = await kysely
    .updateTable("collections")
    .set({ last_number: sql<number>`last_number + ${rows.length}` })
    .where("id", "=", collectionId)
    .executeTakeFirst();
  if (lifted.numUpdatedRows === 0n) return 0;
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

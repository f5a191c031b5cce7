import type { Kysely, Selectable } from "kysely";
import type { DocumentsTable, Tables } from "../tables.ts";
import { documentFieldValues } from "./document-field-values.ts";
import { changeFieldValues } from "./write-field-values.ts";

/**
 * New documents of a collection with their numbers, whose field values are written. In the transaction that writes them, after its
 * counters were changed for so many documents: these numbers are theirs then.
 */
export const numbered = async <Row extends Selectable<DocumentsTable>>(
  kysely: Kysely<Tables>,
  collectionId: string,
  rows: readonly Row[],
): Promise<readonly Row[]> => {
  const { last_number: last } = await kysely
    .selectFrom("collections")
    .select("last_number")
    .where("id", "=", collectionId)
    .executeTakeFirstOrThrow();
  const all = rows.map((row, index) => ({ ...row, number: last - rows.length + index + 1 }));
  for (const row of all)
    await changeFieldValues(kysely, { collectionId, number: row.number }, [], documentFieldValues(row));
  return all;
};

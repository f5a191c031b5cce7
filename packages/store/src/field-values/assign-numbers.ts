import type { Kysely, Selectable } from "kysely";
import type { DocumentsTable, Tables } from "../tables.ts";
import { documentFieldValues } from "./document-field-values.ts";
import { changeFieldValues } from "./write-field-values.ts";

/**
 * Assigns numbers to new documents of a collection and writes their field values. Must run in the transaction that
 * inserts them, after the collection's counters were changed for this many documents, which reserves the numbers.
 */
export const assignNumbers = async <Row extends Selectable<DocumentsTable>>(
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

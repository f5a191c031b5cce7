import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/**
 * Own ids are compared in Unicode NFC, and shown as they were sent. Null where both are the same: nothing is written again, and it
 * takes no time.
 */
export const ownIdsAsSent = ({ dialect, text }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, dialect, "documents", "external_id_sent", text, (column) => column);
  },
});

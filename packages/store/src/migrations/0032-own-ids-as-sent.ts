import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/**
 * External ids are compared in Unicode NFC, and shown as they were sent. Null if both are equal: nothing is rewritten,
 * so it takes no time.
 */
export const ownIdsAsSent = ({ dialect, text }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, dialect, "documents", "external_id_sent", text, (column) => column);
  },
});

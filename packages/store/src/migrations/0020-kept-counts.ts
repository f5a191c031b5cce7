import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex } from "./create.ts";

/** How many documents of a collection are in each status but ready, which is the rest; and what starts and lists seek. */
export const keptCounts = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    for (const status of ["pending", "processing", "failed"]) {
      const column = `${status}_count`;
      await addColumn(kysely, types.dialect, "collections", column, "bigint", (each) => each.notNull().defaultTo(0));
      await sql`
        update collections set ${sql.ref(column)} = (
          select count(*) from documents where collection_id = collections.id and status = ${status})`.execute(kysely);
    }
    // Null unless a document failed: those that failed by one's failure, in the order of lists.
    await createIndex(kysely, types.dialect, "documents", "documents_failed_by", [
      ...["collection_id", "failed_by", "created_at", "id"],
    ]);
    await createIndex(kysely, types.dialect, "index_changes", "index_changes_by_state", ["state"]);
  },
});

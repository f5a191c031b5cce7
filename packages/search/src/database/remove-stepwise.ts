import { sql } from "kysely";
import type { Query } from "./index-database.ts";

/** Rows that one statement removes. Bounds the time that other writers wait. */
const ROWS_PER_STATEMENT = 1_000;

/** Tables with the column that numbers their rows within a collection. */
const COUNTED = {
  passages: "seq",
  passage_documents: "number",
} as const;

/** Removes the rows of a collection in separate statements. */
export const removeStepwise = async (query: Query, table: keyof typeof COUNTED, collection: number): Promise<void> => {
  const column = sql.ref(COUNTED[table]);
  for (;;) {
    const { rows } = await query((kysely) =>
      sql<{ readonly last: number }>`select ${column} as last from ${sql.table(table)}
        where collection = ${collection}
        order by ${column} limit 1 offset ${ROWS_PER_STATEMENT - 1}`.execute(kysely),
    );
    const upTo = rows.length === 0 ? sql`` : sql`and ${column} <= ${Number(rows[0]!.last)}`;
    await query((kysely) =>
      sql`delete from ${sql.table(table)} where collection = ${collection} ${upTo}`.execute(kysely),
    );
    if (rows.length === 0) return;
  }
};

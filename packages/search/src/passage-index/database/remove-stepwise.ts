import { sql } from "kysely";
import type { Query } from "./index-database.ts";

/** Rows that one statement removes: others wait that long at most. */
const ROWS_PER_STATEMENT = 1_000;

/** Tables with the column that counts their rows within a collection (and within a segment, of blocks). */
const COUNTED = {
  passages: "seq",
  passage_documents: "number",
  passage_segments: "number",
  passage_deletions: "segment",
  passage_blocks: "block",
} as const;

/** Removes rows of a collection, or of one of its segments, in statements of their own. */
export const removeStepwise = async (
  query: Query,
  table: keyof typeof COUNTED,
  collection: number,
  segment?: number,
): Promise<void> => {
  const column = sql.ref(COUNTED[table]);
  const ofSegment = segment === undefined ? sql`` : sql`and segment = ${segment}`;
  for (;;) {
    const { rows } = await query((kysely) =>
      sql<{ readonly last: number }>`select ${column} as last from ${sql.table(table)}
        where collection = ${collection} ${ofSegment}
        order by ${column} limit 1 offset ${ROWS_PER_STATEMENT - 1}`.execute(kysely),
    );
    const upTo = rows.length === 0 ? sql`` : sql`and ${column} <= ${Number(rows[0]!.last)}`;
    await query((kysely) =>
      sql`delete from ${sql.table(table)} where collection = ${collection} ${ofSegment} ${upTo}`.execute(kysely),
    );
    if (rows.length === 0) return;
  }
};

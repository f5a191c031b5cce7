import type { SchemaChange } from "./schema-editor.ts";

/**
 * Counts of queries without a result, by hour and by text. Queries counted earlier count as having results: theirs are
 * unknown.
 */
export const emptyQueries: SchemaChange = async ({ addColumn }) => {
  for (const table of ["query_hours", "query_days"]) {
    await addColumn(table, "empty_count", "bigint", 0);
  }
};

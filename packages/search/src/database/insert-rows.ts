import { slicesOf } from "@quarry/plugin/domain";
import { CompiledQuery } from "kysely";
import type { Tables } from "@quarry/store";
import type { Query } from "./index-database.ts";

/** Rows per statement: their parameters stay far below the limits of SQLite (32,766) and MySQL (65,535). */
const ROWS_PER_STATEMENT = 400;
/** Bytes after which a statement takes no further row: well below MariaDB's default maximum packet (16 MB). */
const BYTES_PER_STATEMENT = 1_048_576;

type Value = string | number | Uint8Array;

/**
 * Inserts rows in as few statements as the size limits allow. Builds SQL text: Kysely would build a node for each of
 * thousands of values.
 */
export const insertRows = async <Table extends keyof Tables>(
  query: Query,
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  rows: readonly (readonly Value[])[],
): Promise<void> => {
  for (let start = 0; start < rows.length;) {
    const end = endOfStatement(rows, start);
    const part = rows.slice(start, end);
    const placeholders = `(${columns.map(() => "?").join(", ")})`;
    const text = `insert into ${table} (${columns.join(", ")}) values ${part.map(() => placeholders).join(", ")}`;
    await query((kysely) => kysely.executeQuery(CompiledQuery.raw(text, part.flat())));
    start = end;
  }
};

const endOfStatement = (rows: readonly (readonly Value[])[], start: number): number => {
  let bytes = 0;
  let end = start;
  while (end < rows.length && end - start < ROWS_PER_STATEMENT && bytes < BYTES_PER_STATEMENT) {
    for (const value of rows[end++]!) bytes += typeof value === "number" ? 8 : value.length;
  }
  return end;
};

/** Splits a list into batches, for statements that name each element. */
export const inBatches = <A>(list: readonly A[], size = ROWS_PER_STATEMENT): readonly (readonly A[])[] =>
  slicesOf(list, size);

import type { SelectQueryBuilder } from "kysely";

/** Page of a list, and the total number of matches. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** Counts the rows of a query. */
export const countRows = async <DB, Table extends keyof DB>(
  rows: SelectQueryBuilder<DB, Table, object>,
): Promise<number> => {
  const row = await rows.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return Number((row as { readonly total: number }).total);
};

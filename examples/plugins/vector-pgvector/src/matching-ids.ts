import type { Filter, JsonObject } from "@quarry/plugin";
import type { PoolClient } from "pg";
import { applyFilter } from "./applied-filter.ts";
import type { EntryTable } from "./entry-table.ts";
import { SqlParameters } from "./sql-parameters.ts";

/** Ids per step: enough to make steps cheap, few enough for their metadata to fit in memory. */
const STEP = 2_000;

interface MatchingIdsRequest {
  readonly filter: Filter | undefined;
  /** Only ids after this one. */
  readonly after?: Buffer | undefined;
  /** Whether to lock the rows, because they are about to be changed. */
  readonly lock?: boolean;
}

/** Yields the ids of all matching entries in order, including checks of the part that the server could not apply. */
export async function* matchingIds(
  client: PoolClient,
  table: EntryTable,
  { filter, after, lock = false }: MatchingIdsRequest,
): AsyncGenerator<Buffer> {
  for (let last = after; ;) {
    const parameters = new SqlParameters();
    const { condition, matches } = applyFilter(filter, parameters);
    const behind = last === undefined ? "" : `and id > ${parameters.add(last)}::bytea`;
    const { rows } = await client.query<{ id: Buffer; metadata?: JsonObject }>(
      `select id ${matches === undefined ? "" : ", metadata"} from ${table.name} where ${condition} ${behind}
       order by id limit ${STEP} ${lock ? "for update" : ""}`,
      parameters.values,
    );
    for (const { id, metadata } of rows) if (matches === undefined || matches(metadata!)) yield id;
    if (rows.length < STEP) return;
    last = rows.at(-1)!.id;
  }
}

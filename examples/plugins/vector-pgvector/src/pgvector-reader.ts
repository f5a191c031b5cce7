import {
  type Filter,
  type JsonObject,
  nearestBeyondTies,
  type VectorHit,
  type VectorListRequest,
  type VectorPage,
  type VectorRecord,
  type VectorSearchRequest,
  type VectorSearchResult,
} from "@quarry/plugin";
import type { PoolClient } from "pg";
import { type AppliedFilter, applyFilter } from "./applied-filter.ts";
import type { EntryTable } from "./entry-table.ts";
import { matchingIds } from "./matching-ids.ts";
import { idBytes, idOf, vectorOf, vectorText } from "./postgres-text.ts";
import { SqlParameters } from "./sql-parameters.ts";

/** This many entries at one distance are copies of each other, so it doesn't matter which ones are returned. */
const MAX_ASKED = 40_000;

interface EntryRow {
  readonly id: Buffer;
  readonly embedding: string;
  readonly metadata: JsonObject;
  readonly passage: string;
}

export const getRecords = (
  client: PoolClient,
  table: EntryTable,
  ids: readonly string[],
): Promise<readonly VectorRecord[]> => readEntries(client, table, existing(ids));

/** No id contains a lone surrogate, which would be converted to another character. */
const existing = (ids: readonly string[]): readonly Buffer[] => ids.filter((id) => id.isWellFormed()).map(idBytes);

const readEntries = async (
  client: PoolClient,
  table: EntryTable,
  ids: readonly Buffer[],
): Promise<readonly VectorRecord[]> => {
  const { rows } = await client.query<EntryRow>(
    `select id, embedding, metadata, passage from ${table.name} where id = any($1::bytea[]) order by id`,
    [ids],
  );
  return rows.map(({ id, embedding, metadata, passage }) => ({
    id: idOf(id),
    vector: vectorOf(embedding),
    metadata,
    text: passage,
  }));
};

/** Lists a page in the order of ids; the cursor is the last one of the page. */
export const listRecords = async (
  client: PoolClient,
  table: EntryTable,
  { filter, cursor, limit }: VectorListRequest,
): Promise<VectorPage> => {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url");
  const ids: Buffer[] = [];
  for await (const id of matchingIds(client, table, { filter, after })) {
    // One more than the page's limit: there is another page.
    if (ids.length === limit) {
      const records = await readEntries(client, table, ids);
      return { records, nextCursor: ids.at(-1)!.toString("base64url") };
    }
    ids.push(id);
  }
  return { records: await readEntries(client, table, ids) };
};

export const countRecords = async (
  client: PoolClient,
  table: EntryTable,
  filter: Filter | undefined,
): Promise<number> => {
  const parameters = new SqlParameters();
  const { condition, residual } = applyFilter(filter, parameters);
  if (residual === undefined) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${table.name} where ${condition}`,
      parameters.values,
    );
    return Number(rows[0]!.count);
  }
  return (await Array.fromAsync(matchingIds(client, table, { filter }))).length;
};

export const searchTable = async (
  client: PoolClient,
  table: EntryTable,
  { vector, topK, filter }: VectorSearchRequest,
  searchBreadth: number,
): Promise<VectorSearchResult> => {
  const parameters = new SqlParameters();
  const search: Search = {
    vector: parameters.add(vectorText(vector)),
    filter: applyFilter(filter, parameters),
    parameters,
  };
  const { rows } = await client.query<{ isIndexed: boolean }>(
    `select to_regclass($1) is not null as "isIndexed", set_config('hnsw.ef_search', $2, true),
            set_config('hnsw.iterative_scan', 'strict_order', true)`,
    [table.vectorIndexPath, String(searchBreadth)],
  );
  let { isIndexed } = rows[0]!;
  const hits = await nearestBeyondTies(topK, MAX_ASKED, async (count) => {
    const found = await nearest(client, table, search, count);
    if (!isIndexed || found.length === count) return found;
    // The index scan stops after some time: only a scan of the entries shows whether there are more.
    isIndexed = false;
    await client.query("set local enable_indexscan = off; set local enable_seqscan = on");
    return await nearest(client, table, search, count);
  });
  const { residual } = search.filter;
  return residual === undefined ? { hits } : { hits, residual };
};

interface Search {
  /** Placeholder of the query's vector. */
  readonly vector: string;
  readonly filter: AppliedFilter;
  readonly parameters: SqlParameters;
}

const nearest = async (
  client: PoolClient,
  table: EntryTable,
  { vector, filter, parameters }: Search,
  count: number,
): Promise<readonly VectorHit[]> => {
  const { rows } = await client.query<{ id: Buffer; distance: number; metadata?: JsonObject }>(
    `select id, embedding <#> ${vector}::vector as distance ${filter.residual === undefined ? "" : ", metadata"}
     from ${table.name} where ${filter.condition} order by embedding <#> ${vector}::vector limit ${count}`,
    parameters.values,
  );
  return rows.map(({ id, distance, metadata }): VectorHit => {
    const hit = { id: idOf(id), cosine: cosineOf(distance) };
    return metadata === undefined ? hit : { ...hit, metadata };
  });
};

/** Returns the cosine similarity of the existing ids, as a search would return it. */
export const cosinesOf = async (
  client: PoolClient,
  table: EntryTable,
  vector: Float32Array,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ id: Buffer; distance: number }>(
    `select id, embedding <#> $1::vector as distance from ${table.name} where id = any($2::bytea[])`,
    [vectorText(vector), existing(ids)],
  );
  return new Map(rows.map(({ id, distance }) => [idOf(id), cosineOf(distance)]));
};

/** pgvector returns the negative inner product, with rounding errors in the last digits. */
const cosineOf = (distance: number): number => Math.min(1, Math.max(-1, -distance));
